/** Everything that steers a crawl, after flags, environment, file and defaults have been put together. */
export interface CrawlSettings {
  readonly seeds: readonly string[];
  /** Sitemaps whose addresses are seeds too; `auto`: those that the site names. */
  readonly sitemap: readonly string[];
  /** Output folder. */
  readonly out: string;
  /** `sqlite:FILE` or `postgres://…`. */
  readonly store: string;
  readonly engine: 'auto' | 'http' | 'browser';
  /** Event names that may be fired, without `on`. */
  readonly events: readonly string[];
  /** ASC's way: every element of these tags is a candidate. Empty: elements that react. */
  readonly tags: readonly string[];
  readonly dedupe: 'double' | 'single' | 'none';
  readonly strategy: 'nearest' | 'breadth' | 'depth';
  /** Which of the waiting addresses comes next. */
  readonly order: 'found' | 'fresh';
  /** From 0 to 1: how unlikely something new may be that is still looked for; 1 fires everything. */
  readonly thorough: number;
  /** Also fire what looks like logout, delete or pay. */
  readonly unsafe: boolean;
  /** Which states are pages: those that show something new, or every distinct one. */
  readonly states: 'new' | 'all';
  /** Methods of requests that events may cause. */
  readonly methods: readonly string[];
  /** Which skipped actions are fired all the same, to test the skipping. */
  readonly audit: 'sample' | 'none' | 'all';
  /** Times that one kind of step may follow itself. */
  readonly chain: number;
  readonly scope: 'page' | 'prefix' | 'host' | 'domain';
  /** What counts as a link. */
  readonly links: 'documents' | 'all';
  readonly include: readonly RegExp[];
  readonly exclude: readonly RegExp[];
  readonly depth: number | null;
  readonly maxPages: number | null;
  /** Seconds. */
  readonly maxTime: number | null;
  /** Tabs that work at once; requests, where pages are gathered without a browser. */
  readonly workers: number;
  /** Threads that read pages beside that of the crawl, without a browser; one more writes to the store. */
  readonly threads: number;
  /** Requests to one host at once, without a browser; `null`: one where it is asked with a delay, else any. */
  readonly perHost: number | null;
  /** Bytes of pages that are stored in one go, without a browser. */
  readonly batch: number;
  /** Seconds after which pages are stored even if they are fewer. */
  readonly batchAge: number;
  /** Seconds between requests to one host; `null`: adaptive, none for loopback. */
  readonly delay: number | null;
  readonly robots: 'obey' | 'ignore';
  readonly userAgent: string | null;
  readonly proxy: string | null;
  /** Hosts that are asked without the proxy. */
  readonly proxyBypass: readonly string[];
  /** Hosts, with or without port, that may be asked although their address is not public. */
  readonly allowPrivate: readonly string[];
  /** File with certificates of authorities that are trusted too. */
  readonly ca: string | null;
  /** Take servers for what they say they are, whatever their certificates say. */
  readonly insecure: boolean;
  /** File with cookies to begin with. */
  readonly cookies: string | null;
  /** File of a profile to be signed in by, or `default`. */
  readonly profile: string | null;
  /** File with the steps of signing in. */
  readonly login: string | null;
  readonly headers: Readonly<Record<string, string>>;
  /** `user:password`. */
  readonly auth: string | null;
  /** `user:password` by origin (`originOf`), for those whose seeds carried one; wins over `auth` there. */
  readonly logins: Readonly<Record<string, string>>;
  /** Media types that are read as pages. */
  readonly types: readonly string[];
  /** Media types of files that links lead to and that are kept, with `*` as in `image/*`. */
  readonly keepFiles: readonly string[];
  /** Decoded bytes of a page or file, at the most. */
  readonly maxSize: number;
  /** Seconds that one plain request may take in all. */
  readonly timeout: number;
  /** Files with hooks, in their order. */
  readonly hooks: readonly string[];
  /** Encoding of screens and names that do not say theirs; `null`: detected. */
  readonly charset: string | null;
  /** Path of the browser to use. */
  readonly browser: string | null;
  /** Pages after which the browser is started anew. */
  readonly recycle: number;
  /** Whether a browser without a sandbox is refused, but for sites of this machine. */
  readonly sandbox: boolean;
  /** Width and height of the window. */
  readonly viewport: readonly [number, number];
  /** Virtual milliseconds that an event's consequences may take. */
  readonly settle: number;
  /** Pages that stand for their types, as `--sample` has them. */
  readonly samples: readonly string[];
  /** Types of pages that are wanted; empty: all. */
  readonly want: readonly string[];
  /** Words of the topic that is asked for first; `null`: none. */
  readonly focus: string | null;
  /** Relevance (0 to 1) below which links are left; `null`: none are. */
  readonly focusThreshold: number | null;
  /** File of a trained model. */
  readonly model: string | null;
  readonly modelDrift: 'warn' | 'retrain' | 'stop';
  /** Share of RTDM up to which a page is of a type; `null`: as suggested from the samples. */
  readonly typeThreshold: number | null;
  /** Share of RTDM with text from which a page has become another one; `null`: as suggested. */
  readonly changeThreshold: number | null;
  readonly fresh: boolean;
  /** Address under which the mirror will be served, for the sitemap; `null`: the mirror's file URL. */
  readonly baseUrl: string | null;
  /** Also write an archive. */
  readonly warc: boolean;
  /** Whether the archive is packed for replay. */
  readonly wacz: boolean;
  /** Whether a picture of each page is written, and each as it would be printed. */
  readonly screenshots: boolean;
  readonly pdf: boolean;
  /** What files of pages are named by; `null`: as before, at first by the path of their address. */
  readonly names: 'path' | 'number' | null;
  /** How forms are asked; `null`: they are not. */
  readonly forms: FormSettings | null;
  /** How records are made of the pages as they come; `null`: they are not. */
  readonly extract: RecordSettings | null;
}

/** Everything that steers how forms are asked. */
export interface FormSettings {
  /** Times that one form is asked at most. */
  readonly budget: number;
  /** Forms that a person allows, by their address or by what they are called. */
  readonly allow: readonly RegExp[];
}

/** Everything that steers how pages become records. */
export interface RecordSettings {
  /** File of a JSON Schema. */
  readonly schema: string | null;
  /** Files of records that are known already. */
  readonly prior: readonly string[];
  /** File of rules that are applied instead of those in the store; `none`: all are learned anew. */
  readonly rules: string | null;
  /** Adblock lists: files, addresses, or `none`; empty: the built-in one. */
  readonly filters: readonly string[];
  /** Also write fields that have no name. */
  readonly allFields: boolean;
  /** Confidence from which a field is published. */
  readonly minConfidence: number;
  /** Where records go besides `records.jsonl`: `csv`, `sqlite`, `sqlite:FILE`, `postgres://…`. */
  readonly records: readonly string[];
}

/** Everything that steers an extraction. */
export interface ExtractSettings extends RecordSettings {
  /** Folder for everything that is written. */
  readonly out: string;
  readonly store: string;
  /** Folder of HTML files to read instead of the pages of the store. */
  readonly pages: string | null;
  /** File for the report. */
  readonly report: string | null;
  /** Files with hooks, in their order. */
  readonly hooks: readonly string[];
}

/** Everything that steers a training. */
export interface TrainSettings extends CrawlSettings {
  /** File for the model. */
  readonly modelOut: string;
  /** File for the report. */
  readonly report: string | null;
  /** Learn from what the store holds, without asking the site. */
  readonly fromStore: boolean;
}
