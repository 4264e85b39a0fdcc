/** What is known of a class of actions: what it depends on, and what it yields. */
export interface ClassRecord {
  /** Tests that confirmed what was presumed of it, and tests in which nothing happened. */
  readonly tested: number;
  readonly idled: number;
  readonly failed: boolean;
  /** Classes whose latest choice decides what this one leads to: a page of the tab that is open. */
  readonly dependsOn: readonly string[];
  /** Failed tests: for each, in one text, the classes that had another choice than before. One of these decides. */
  readonly conflicts: readonly string[];
  /** Calls that changed nothing where they stood led back there from elsewhere: they name that page. */
  readonly returns: boolean;
  /** Times it was fired, how many of them gave a new page, and how many led back to where one came from. */
  readonly fired: number;
  readonly fresh: number;
  readonly back: number;
  /** Skips because it leads back, and how many tests of them are owed. */
  readonly spared: number;
  readonly owed: number;
  /** Of handlers of links: whether they show the page by themselves, or leave the link to the browser. */
  readonly link: 'route' | 'plain' | 'address' | null;
  /** Parts of the page that it was seen to change, the latest few. */
  readonly regions: readonly string[];
  /** It marks something: what is shown stays, but another row or entry is the chosen one. */
  readonly marks: boolean;
}

/** A class before anything was seen of it. */
export const unknownClass: ClassRecord = {
  tested: 0,
  idled: 0,
  failed: false,
  returns: false,
  fired: 0,
  fresh: 0,
  back: 0,
  spared: 0,
  owed: 0,
  link: null,
  regions: [],
  marks: false,
  dependsOn: [],
  conflicts: [],
};

/** Name under which it is counted whether the order matters in which some lists are chosen from. */
export function orderOf(lists: readonly string[]): string {
  return `order of ${lists.toSorted().join('\n')}`;
}

/** Name under which tests of a class against another are counted. */
export function testOf(name: string, other: string): string {
  return `${name} beside ${other}`;
}

/** Name under which a class is counted where another has led. */
export function pairOf(name: string, origin: string): string {
  return `${name} from ${origin}`;
}

/**
 * Names under which it is counted where an action leads that may lead back: by its text, by its class, by
 * its class where another has led, and by the place of its element there (the first of a list that is shown).
 */
export function returnNames(
  { text, className, xpath }: { readonly text: string; readonly className: string; readonly xpath: string },
  origin: string,
): { readonly text: string; readonly place: string; readonly pair: string; readonly name: string } {
  const place = `${className} at ${xpath} after ${origin}`;
  return { text: `text ${text}`, place, pair: pairOf(className, origin), name: className };
}
