/** Facts about element names that the HTML standard fixes. */

/** Elements that have no end tag and no content. */
export const voidElements: ReadonlySet<string> = new Set(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr'.split(
    ' ',
  ),
);

/** HTML elements whose text is written as it is, without character references. */
export const rawTextElements: ReadonlySet<string> = new Set(
  'style script xmp iframe noembed noframes plaintext'.split(' '),
);

/** Elements that take a line of their own in the default style sheet. */
export const blockElements: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure ' +
    'footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol optgroup option p ' +
    'pre search section summary table caption tbody thead tfoot tr ul xmp'
  ).split(' '),
);
