/**
 * Anchors that a script answers, in the three ways in which sites are made: a call in the anchor, one
 * listener for many anchors that tells them apart by their data, a listener on each anchor.
 */
export const wirings = ['inline', 'delegated', 'direct'] as const;

export type Wiring = (typeof wirings)[number];

/** What an anchor does when it is clicked. */
export interface Act {
  /** Name of a function of the page. */
  readonly does: string;
  readonly args: readonly (string | number)[];
  /** Its class; the same in every wiring, so that the template is. */
  readonly css: string;
  readonly text: string;
}

/** The anchor for an act. Calls of the pager are addresses (`javascript:`), others inline handlers. */
export function anchor({ does, args, css, text }: Act, wiring: Wiring): string {
  if (wiring !== 'inline') {
    return `<a class="${css}" href="#" data-do="${does}" data-args="${args.join(' ')}">${text}</a>`;
  }
  const call = `${does}(${args.map((arg) => (typeof arg === 'number' ? arg : `'${arg}'`)).join(', ')})`;
  const how = does === 'showPage' ? `href="javascript:${call}"` : `onclick="${call}"`;
  return `<a class="${css}" ${how}>${text}</a>`;
}

/**
 * Script that binds the functions of a page to its anchors. Every kind has a listener of its own in the
 * source, as where each was written by hand; `wire(root)` is to be called with whatever has been put in.
 */
export function wiringScript(names: readonly string[], wiring: Wiring): string {
  if (wiring === 'inline') return 'function wire() {}\n';
  return wiring === 'delegated' ? delegated(names) : direct(names);
}

function delegated(names: readonly string[]): string {
  const listeners = names.map(
    (name) => `document.addEventListener('click', function (event) {
  var link = event.target.closest('a[data-do="${name}"]');
  if (!link) return;
  event.preventDefault();
  ${name}.apply(null, link.getAttribute('data-args').split(' '));
});`,
  );
  return `${listeners.join('\n')}\nfunction wire() {}\n`;
}

function direct(names: readonly string[]): string {
  const loops = names.map(
    (name) => `  root.querySelectorAll('a[data-do="${name}"]').forEach(function (link) {
    link.addEventListener('click', function (event) {
      event.preventDefault();
      ${name}.apply(null, link.getAttribute('data-args').split(' '));
    });
  });`,
  );
  return `function wire(root) {\n${loops.join('\n')}\n}\nwire(document);\n`;
}
