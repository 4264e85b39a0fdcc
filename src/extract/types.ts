import type { DocumentTree } from '../model/document.ts';
import type { Profile } from '../values/index.ts';

/** Why a node is not data. Noise is marked and never removed, so that paths hold on the raw page. */
export type Noise = 'script' | 'hidden' | 'advertisement' | 'common';

/** One node of a prepared page, in document order. */
export interface PageNode {
  /** Place in `PreparedPage.nodes`. */
  readonly index: number;
  /** Index after the last node below this one: everything from `index` to `end` is inside. */
  readonly end: number;
  /** Index of the parent, -1 for the root. */
  readonly parent: number;
  readonly depth: number;
  /** Local name, `#text` for text. */
  readonly tag: string;
  readonly attrs: Readonly<Record<string, string>>;
  /** Text with white space collapsed and trimmed; empty for elements. Blank text makes no node. */
  readonly text: string;
  /** Place among siblings of the same tag, from 1. */
  readonly nth: number;
  /** Indices of the kids. */
  readonly kids: readonly number[];
}

/** A page as extraction sees it. */
export interface PreparedPage {
  /** File name or page number. */
  readonly name: string;
  readonly url: string | null;
  readonly document: DocumentTree;
  readonly nodes: readonly PageNode[];
  /** Marks by node index. */
  readonly noise: ReadonlyMap<number, Noise>;
}

/**
 * A value and where it stands: `/HTML/BODY[1]/DIV[2]/text()[1]` or `…/@href`, indices among siblings of one
 * name, as everywhere in the store.
 */
export interface Spot {
  readonly path: string;
  /** Node that holds it. */
  readonly node: number;
  /** Collapsed text, or the attribute's value. */
  readonly text: string;
}

/** What a template's expression is made of: union-free, over the levels of the tree. */
export type Expression =
  /** An element that every page has here, with the attributes that are the same on all of them. */
  | {
      readonly kind: 'element';
      readonly tag: string;
      readonly attrs: Readonly<Record<string, string>>;
      /** Attributes whose values are data: fields by attribute name. */
      readonly data?: Readonly<Record<string, string>>;
      readonly kids: readonly Expression[];
    }
  /** Text that is part of the template; `or` are its other wordings (`Author:`, `Authors:`). */
  | { readonly kind: 'constant'; readonly text: string; readonly or?: readonly string[] }
  /** #PCDATA. */
  | {
      readonly kind: 'value';
      readonly field: string;
      /** Label and value in one text: what is cut off. */
      readonly part?: TextPart;
      /** All that was seen here, where that is one text or a few. */
      readonly texts?: readonly string[];
    }
  /** (…)+, or (…)* where `least` is 0. A repetition is a list of records. */
  | {
      readonly kind: 'repeat';
      readonly list: string;
      readonly least: 0 | 1;
      readonly body: readonly Expression[];
    }
  /** (…)? */
  | { readonly kind: 'optional'; readonly body: readonly Expression[]; readonly support: number }
  /** A subtree without a structure that could be found: one field with all of its text. */
  | { readonly kind: 'opaque'; readonly field: string; readonly tag: string };

/** A place in a template whose content is data. */
export interface Field {
  /** Neutral name, the same whenever the same pages are given: `f12`. */
  readonly id: string;
  /** Attribute whose value it is, `null` for text. */
  readonly attribute: string | null;
  /** The innermost list that it is an item's part of. */
  readonly list: string | null;
  /** Pages of the sample that have it. */
  readonly support: number;
  /** Every page of the sample showed the same: it may be data all the same. */
  readonly constant: boolean;
}

/** What a template is: learned from some pages, applied to all of their kind. */
export interface Wrapper {
  readonly expression: Expression;
  readonly fields: readonly Field[];
  readonly lists: readonly { readonly id: string; readonly within: string | null }[];
  /** Names of the pages it was learned from. */
  readonly sample: readonly string[];
  /** Description length of the sample under the wrapper, in bits; less is better. */
  readonly score: number;
}

/** What a wrapper or a set of rules finds on one page. */
export interface PageFindings {
  /** Values by field id, those of lists in the order of their items. */
  readonly values: ReadonlyMap<string, readonly Spot[]>;
  /** Items of lists, with the values that belong to each. */
  readonly items: readonly {
    readonly list: string;
    readonly nodes: readonly number[];
    readonly values: ReadonlyMap<string, readonly Spot[]>;
  }[];
  /** Share of the page's text that the template explains. */
  readonly fit: number;
}

/** One way to find a field on a page. */
export type Locator =
  /** Text that stands before, above or around it, and the way from there. */
  | {
      readonly kind: 'label';
      readonly label: string;
      readonly steps: string;
      /** Which of the places that show the label counts, from 1; absent: each of them. */
      readonly nth?: number;
      readonly part?: TextPart;
    }
  /** The nearest ancestor with an id, class or other lasting attribute, and the way down from there. */
  | {
      readonly kind: 'anchor';
      /** A pattern, as in models: `//span.price`, `//*[@itemprop='price']`. */
      readonly anchor: string;
      readonly steps: string;
      /** Which of the elements that match counts, from 1; absent: each of them. */
      readonly nth?: number;
      readonly part?: TextPart;
    }
  /** The whole path. */
  | { readonly kind: 'absolute'; readonly path: string; readonly part?: TextPart };

/** Where label and value stand in one node: what is cut off on both sides. */
export interface TextPart {
  readonly before: string;
  readonly after: string;
}

/** What was odd about a field on the pages that its rule was applied to while the template was as learned. */
export interface Oddities {
  readonly pages: number;
  /** Pages on which nothing was found. */
  readonly missing: number;
  /** Pages on which a value left the profile. */
  readonly strange: number;
  /** Pages on which the alternatives disagreed. */
  readonly split: number;
}

/** How a field got its name. */
export interface FieldName {
  readonly field: string;
  /** Name in the records; the neutral one where nothing better is sure enough. */
  readonly name: string;
  /** 0 to 1, meant as a probability. */
  readonly confidence: number;
  /** For people: `label "Price:"`, `microdata offers.price`, `type price`. */
  readonly because: readonly string[];
}

/** How one field of a template is found. */
export interface FieldRule {
  readonly name: string;
  readonly confidence: number;
  /** How it got its name, for people. */
  readonly because?: readonly string[];
  readonly list: string | null;
  readonly attribute: string | null;
  /** What is cut off before and after a value where it is there: `… Review`. */
  readonly frame?: TextPart;
  /** Alternatives, the best first, with how many pages of the sample each was right on. */
  readonly locators: readonly { readonly locator: Locator; readonly support: number }[];
  readonly profile: Profile;
  /** What is normal; absent until the rule was applied to more pages than it was learned from. */
  readonly normal?: Oddities;
}

/** The rules of one template of one domain. */
export interface TemplateRules {
  readonly domain: string;
  /** Name of the template, the `type` of its records. */
  readonly template: string;
  readonly version: number;
  /** ISO 8601. */
  readonly learnedAt: string;
  readonly pages: readonly string[];
  readonly fields: readonly FieldRule[];
  /** Where items of lists are: locators of the items, by list. */
  readonly lists: readonly {
    readonly id: string;
    readonly within: string | null;
    /** Ways to the first node of each item, the best first; to the element around the items where `heads` tell them. */
    readonly locators: readonly Locator[];
    /** What tells the first node of an item from its siblings: `tag tr`, `class hit`, `kids td 2`, `has a`, `no img`. */
    readonly heads?: readonly string[];
    /** Sibling nodes that an item is made of. */
    readonly span: number;
    /** It is the list that its pages are about: where it begins is known, and where items end is seen on each page. */
    readonly main?: true;
  }[];
}
