// Made by "npm run docs" from the declarations in src/config/options/; edit those.

/** Every flag that a program may give; what means something else to another command stands there. */
export interface ProgramFlags {
  /** How far links are followed: the seeds alone, below their folders, on their hosts, or on all hosts of their registered domains. Default: host. */
  readonly scope?: 'page' | 'prefix' | 'host' | 'domain' | null | undefined;
  /** Follow only addresses that match (repeatable; seeds are always in). Default: everything in scope. */
  readonly include?: string | readonly string[] | RegExp | readonly (string | RegExp)[] | null | undefined;
  /** Leave out addresses that match (repeatable; wins over --include). Default: nothing. */
  readonly exclude?: string | readonly string[] | RegExp | readonly (string | RegExp)[] | null | undefined;
  /** What counts as a link: what HTML and HTTP define as links, links in comments, and full addresses in texts; all: also everything that looks like an address, in scripts too. Default: documents. */
  readonly links?: 'documents' | 'all' | null | undefined;
  /** Also start from the addresses of a sitemap or feed that are in scope (repeatable); auto: those that robots.txt names, and /sitemap.xml. Default: none. */
  readonly sitemap?: string | readonly string[] | null | undefined;
  /** Forget the earlier crawl in the output folder and start over; without it the crawl is resumed. Default: off. */
  readonly fresh?: boolean | null | undefined;
  /** A page that stands for a type: an address, or an entry path as pages.jsonl has it (repeatable). Default: none. */
  readonly sample?: string | readonly string[] | Readonly<Record<string, string | readonly string[]>> | null | undefined;
  /** Types of pages that are wanted: others are passed through, but not mirrored or listed. Default: all types. */
  readonly want?: string | readonly string[] | null | undefined;
  /** Ask first for what has most to do with a topic, by the words of links, their surroundings and pages. Default: none. */
  readonly focus?: string | null | undefined;
  /** Do not follow links whose relevance to the topic of --focus is below this. Default: 0: only the order changes. */
  readonly focusThreshold?: number | null | undefined;
  /** Fire only what this model allows, by the type of page. Default: none. */
  readonly model?: string | null | undefined;
  /** When the model does not fit the site any more: say so, learn anew while crawling, or stop. Default: warn. */
  readonly modelDrift?: 'warn' | 'retrain' | 'stop' | null | undefined;
  /** Structural distance up to which a page is of a type. Default: suggested from the samples. */
  readonly typeThreshold?: number | null | undefined;
  /** Texts, links, pictures and fields that must change before a state counts as another page of its type. Default: suggested by what events do. */
  readonly changeThreshold?: number | null | undefined;
  /** How pages are seen: by plain requests, which fire no events, or in the browser; auto: by requests, and in the browser where the type of page needs it. Default: auto. */
  readonly engine?: 'auto' | 'http' | 'browser' | null | undefined;
  /** Events that may be fired, on what reacts to them. Default: click, dblclick, contextmenu, mouseover, mouseout, focus, blur, change, input, keydown, scroll. */
  readonly events?: 'click' | 'dblclick' | 'mousedown' | 'mouseup' | 'mouseover' | 'mouseenter' | 'mousemove' | 'mouseout' | 'mouseleave' | 'pointerdown' | 'pointerup' | 'pointerover' | 'pointerenter' | 'pointermove' | 'pointerout' | 'pointerleave' | 'touchstart' | 'touchend' | 'contextmenu' | 'focus' | 'focusin' | 'focusout' | 'blur' | 'change' | 'input' | 'keydown' | 'keyup' | 'keypress' | 'scroll' | readonly ('click' | 'dblclick' | 'mousedown' | 'mouseup' | 'mouseover' | 'mouseenter' | 'mousemove' | 'mouseout' | 'mouseleave' | 'pointerdown' | 'pointerup' | 'pointerover' | 'pointerenter' | 'pointermove' | 'pointerout' | 'pointerleave' | 'touchstart' | 'touchend' | 'contextmenu' | 'focus' | 'focusin' | 'focusout' | 'blur' | 'change' | 'input' | 'keydown' | 'keyup' | 'keypress' | 'scroll')[] | null | undefined;
  /** Take every element of these names as a candidate. Default: elements that react. */
  readonly tags?: string | readonly string[] | null | undefined;
  /** What tells that a page is known: instruction and content, content alone, or nothing (needs a limit). Default: double. */
  readonly dedupe?: 'double' | 'single' | 'none' | null | undefined;
  /** Which waiting page comes next. Default: nearest. */
  readonly strategy?: 'nearest' | 'breadth' | 'depth' | null | undefined;
  /** Which address comes next: the one found first, or the newest by sitemap, feed or address, others mixed in. Default: found. */
  readonly order?: 'found' | 'fresh' | null | undefined;
  /** How far to search where new pages are unlikely: 0 leaves much out, 1 fires everything. Default: 0.5. */
  readonly thorough?: number | null | undefined;
  /** Also fire what looks like logout, delete or pay. Default: off. */
  readonly unsafe?: boolean | null | undefined;
  /** Which states are pages: those that show something new, or every distinct one. Default: new. */
  readonly states?: 'new' | 'all' | null | undefined;
  /** Requests that events may cause; others are blocked and reported (POST that only asks passes). Default: GET,HEAD,OPTIONS. */
  readonly methods?: string | readonly string[] | null | undefined;
  /** Which skipped actions are fired after all, to test whether skipping was right. Default: sample. */
  readonly audit?: 'sample' | 'none' | 'all' | null | undefined;
  /** Code of your own that looks at, changes or drops requests, responses, links, pages and records (repeatable). Default: none. */
  readonly hooks?: string | readonly string[] | null | undefined;
  /** File the crawl for workers and return; needs --store postgres://… (docs/scaling.md). Default: off. */
  readonly detach?: boolean | null | undefined;
  /** Tabs that work at once; with --engine http, requests. Default: 32 with --engine http, else 4, or 2 on a single core. */
  readonly workers?: number | null | undefined;
  /** With --engine http, threads that read pages; one more stores them (0: all is done in one). Default: one less than processors, at most 4. */
  readonly threads?: number | null | undefined;
  /** With --engine http, pages are stored in batches of this size. Default: 300kB. */
  readonly batch?: string | number | null | undefined;
  /** Seconds after which a batch is stored even if it is smaller. Default: 1, with workers 0.1. */
  readonly batchAge?: number | null | undefined;
  /** Fill in search forms, for pages that no link reaches; their answers are crawled like any page. Default: off. */
  readonly forms?: boolean | null | undefined;
  /** Times that one form is asked at most. Default: 1000. */
  readonly formsBudget?: number | null | undefined;
  /** Also ask forms that are not recognised as search forms, where their address, name or id matches (repeatable); never ones with passwords, cards or files. Default: none. */
  readonly formsAllow?: string | readonly string[] | RegExp | readonly (string | RegExp)[] | null | undefined;
  /** Requests to one host at once, with --engine http. Default: 1 with a delay between requests, else as many as --workers. */
  readonly perHost?: number | null | undefined;
  /** Seconds between requests to one host. Default: adapts to the server; none on loopback. */
  readonly delay?: number | null | undefined;
  /** What to do about robots.txt, robots meta tags and X-Robots-Tag. Default: obey. */
  readonly robots?: 'obey' | 'ignore' | null | undefined;
  /** Name to give to servers. Default: Argiope's own. */
  readonly userAgent?: string | null | undefined;
  /** Proxy for all requests: http, https or socks5, which resolves names itself. Default: none. */
  readonly proxy?: string | null | undefined;
  /** Hosts to ask without the proxy. Default: none. */
  readonly proxyBypass?: string | readonly string[] | null | undefined;
  /** Hosts (with their port, or with any) that pages may use although their address is not public. Default: those of the seeds. */
  readonly allowPrivate?: string | readonly string[] | null | undefined;
  /** Header to send to the hosts of the seeds (repeatable). Default: none. */
  readonly header?: string | readonly string[] | Readonly<Record<string, string>> | null | undefined;
  /** User and password for the hosts of the seeds, where all are of one protocol; else they stand in the addresses. Default: none. */
  readonly auth?: string | null | undefined;
  /** Cookies to begin with, such as those of a login (cookies.txt or JSON). Default: none. */
  readonly cookies?: string | null | undefined;
  /** Be signed in as the profile says: cookies and storage of a browser (argiope login). Default: none; default: the one that argiope login keeps for the host. */
  readonly profile?: string | null | undefined;
  /** Sign in by these steps, and again where the login is lost; secrets come from the environment. Default: none. */
  readonly login?: string | null | undefined;
  /** Certificates to trust besides the usual ones. Default: those of Node or the browser. */
  readonly ca?: string | null | undefined;
  /** Accept any certificate: whoever is on the way can read and change everything. Default: off. */
  readonly insecure?: boolean | null | undefined;
  /** Encoding of BBS screens, and of FTP names and texts that are not UTF-8. Default: detected. */
  readonly charset?: string | null | undefined;
  /** Links and events from the start page, at most. Default: no limit. */
  readonly depth?: number | null | undefined;
  /** Times that one kind of step may follow itself; 50 if it adds to a list, 30 if only numbers change, 24 for dates. Default: 500. */
  readonly chain?: number | null | undefined;
  /** Stop after this many distinct pages. Default: no limit. */
  readonly maxPages?: number | null | undefined;
  /** Stop after this many seconds. Default: no limit. */
  readonly maxTime?: number | null | undefined;
  /** Answers that are read as pages; others are files (--keep-files). Default: text/html,application/xhtml+xml,text/plain. */
  readonly types?: 'text/html' | 'application/xhtml+xml' | 'text/plain' | readonly ('text/html' | 'application/xhtml+xml' | 'text/plain')[] | null | undefined;
  /** Types of linked files that are kept for mirror and archive; others are only counted, without reading their body. Default: application/pdf,application/json,image/*,text/*. */
  readonly keepFiles?: string | readonly string[] | null | undefined;
  /** Bytes of a page or file, unpacked; larger ones are left. Default: 32M. */
  readonly maxSize?: string | number | null | undefined;
  /** Seconds that one plain request, or loading one document, may take in all; at most 20 without any data, and 10 to connect. Default: 120. */
  readonly timeout?: number | null | undefined;
  /** Browser to use: a program, `system` or `bundled`. Default: found on the system, else the bundled one. */
  readonly browser?: string | null | undefined;
  /** Start no browser without its sandbox, but for sites on this machine; --no-sandbox accepts that pages can then do what you can: root's browser has none. Default: on. */
  readonly sandbox?: boolean | null | undefined;
  /** Pages after which the browser is started anew. Default: 2000. */
  readonly recycle?: number | null | undefined;
  /** Size of the window in pixels. Default: 1280x800. */
  readonly viewport?: string | readonly [width: number, height: number] | null | undefined;
  /** Virtual milliseconds that an event's consequences may take. Default: 10000. */
  readonly settle?: number | null | undefined;
  /** Record what goes over the wire (archive/*.warc.gz), and write pages.warc.gz with what scripts made of it. Default: off. */
  readonly warc?: boolean | null | undefined;
  /** The same, packed with an index and a list of pages for replay (pages.wacz). Default: off. */
  readonly wacz?: boolean | null | undefined;
  /** Also write a picture (PNG) of each page, painted from the mirror, below screenshots/. Default: off. */
  readonly screenshots?: boolean | null | undefined;
  /** Also write each page as it would be printed (PDF), from the mirror, below pdf/. Default: off. */
  readonly pdf?: boolean | null | undefined;
  /** Name the files of pages by the path of their address and what was fired, or by number. Default: path, or as the crawl was told. */
  readonly names?: 'path' | 'number' | null | undefined;
  /** Folder for everything that is written. Default: ./argiope-out/<host>. */
  readonly out?: string | null | undefined;
  /** Where the crawl is kept: sqlite:FILE, or postgres://USER:PASSWORD@HOST/DATABASE (docs/scaling.md). Default: sqlite:<out>/argiope.db. */
  readonly store?: string | null | undefined;
  /** Address under which the mirror will be served, for the sitemap. Default: the mirror's file address. */
  readonly baseUrl?: string | null | undefined;
  /** Also make records of the pages as they come, and write records.jsonl. Default: off. */
  readonly extract?: boolean | null | undefined;
  /** Fields that are wanted, what they are like, and what a record must fulfil. Default: none. */
  readonly schema?: string | null | undefined;
  /** Records that are known already: fields that show their values get their names (repeatable). Default: none. */
  readonly prior?: string | readonly string[] | null | undefined;
  /** Rules to apply instead of the kept ones; none: learn them anew, as after a change of schema. Default: those in the store. */
  readonly rules?: string | null | undefined;
  /** Adblock lists that say what is advertisement (repeatable). Default: a short built-in list. */
  readonly filters?: string | readonly string[] | null | undefined;
  /** Also write fields for which no name was found. Default: off. */
  readonly allFields?: boolean | null | undefined;
  /** Confidence from which a field is written. Default: 0.5. */
  readonly minConfidence?: number | null | undefined;
  /** Also write records as csv, or as tables of SQLite or PostgreSQL, one for each type (repeatable). Default: records.jsonl alone. */
  readonly records?: string | readonly string[] | null | undefined;
  /** Go on in rounds of this length until interrupted: pages that change often are visited more often, each once per round on average. Default: one run. */
  readonly every?: string | null | undefined;
  /** Leave alone pages that were seen within this time, or since this date. Default: all pages. */
  readonly since?: string | Date | null | undefined;
  /** Requests that may be made, first for the pages that have most probably changed; with --every: in each round. Default: as many as it takes. */
  readonly budget?: number | null | undefined;
  /** Also write a page that shows what was found on samples, with the figures. Default: none. */
  readonly report?: string | null | undefined;
  /** Read the HTML files of this folder and those below it instead of a crawl. Default: the pages of a crawl. */
  readonly pages?: string | null | undefined;
  /** Learn from what a crawl has seen, without asking the site: --store URL, or the folder of the crawl. Default: off. */
  readonly fromStore?: boolean | null | undefined;
  /** Which kind of graph to write. Default: json. */
  readonly format?: 'json' | 'graphml' | 'dot' | null | undefined;
  /** Write an edge for each action, also where several of a page lead to one place. Default: off. */
  readonly full?: boolean | null | undefined;
  /** Also write the main text of each page into the listing (jsonl, csv). Default: off. */
  readonly text?: boolean | null | undefined;
  /** Show what changed between two versions, or what a version has changed. Default: each with the one before. */
  readonly version?: string | null | undefined;
  /** Compare the documents instead of their main texts. Default: off. */
  readonly html?: boolean | null | undefined;
  /** Make the index anew first; a store of an older version gets one. Default: off. */
  readonly reindex?: boolean | null | undefined;
  /** Hits to show. Default: 10. */
  readonly limit?: number | null | undefined;
  /** Hits to leave out before. Default: 0. */
  readonly offset?: number | null | undefined;
  /** What the sources should be about, where there are many. Default: the words of the query. */
  readonly about?: string | null | undefined;
  /** Ask only so many sources: those that fit best. Default: all. */
  readonly sources?: number | null | undefined;
  /** Keep the query and what it found under a name. Default: none. */
  readonly save?: string | null | undefined;
  /** Ask a kept query again, and tell what is new since. Default: none. */
  readonly saved?: string | null | undefined;
  /** Folder for query-map.json, which you may correct, samples and saved queries. Default: argiope-query. */
  readonly queryDir?: string | null | undefined;
}

/** Flags of `argiope crawl` that a program may give. */
export interface CrawlFlags extends Pick<ProgramFlags, 'scope' | 'include' | 'exclude' | 'links' | 'sitemap' | 'fresh' | 'sample' | 'want' | 'focus' | 'focusThreshold' | 'model' | 'modelDrift' | 'typeThreshold' | 'changeThreshold' | 'engine' | 'events' | 'tags' | 'dedupe' | 'strategy' | 'order' | 'thorough' | 'unsafe' | 'states' | 'methods' | 'audit' | 'hooks' | 'detach' | 'workers' | 'threads' | 'batch' | 'batchAge' | 'forms' | 'formsBudget' | 'formsAllow' | 'perHost' | 'delay' | 'robots' | 'userAgent' | 'proxy' | 'proxyBypass' | 'allowPrivate' | 'header' | 'auth' | 'cookies' | 'profile' | 'login' | 'ca' | 'insecure' | 'charset' | 'depth' | 'chain' | 'maxPages' | 'maxTime' | 'types' | 'keepFiles' | 'maxSize' | 'timeout' | 'browser' | 'sandbox' | 'recycle' | 'viewport' | 'settle' | 'warc' | 'wacz' | 'screenshots' | 'pdf' | 'names' | 'out' | 'store' | 'baseUrl' | 'extract' | 'schema' | 'prior' | 'rules' | 'filters' | 'allFields' | 'minConfidence' | 'records'> {}

/** Flags of `argiope recrawl` that a program may give. */
export interface RecrawlFlags extends Pick<ProgramFlags, 'every' | 'since' | 'methods' | 'hooks' | 'workers' | 'threads' | 'delay' | 'robots' | 'userAgent' | 'proxy' | 'proxyBypass' | 'allowPrivate' | 'header' | 'auth' | 'cookies' | 'profile' | 'login' | 'ca' | 'insecure' | 'budget' | 'maxTime' | 'types' | 'keepFiles' | 'maxSize' | 'timeout' | 'browser' | 'sandbox' | 'recycle' | 'viewport' | 'settle' | 'warc' | 'wacz' | 'screenshots' | 'pdf' | 'names' | 'out' | 'store' | 'baseUrl'> {}

/** Flags of `argiope extract` that a program may give. */
export interface ExtractFlags extends Pick<ProgramFlags, 'hooks' | 'report' | 'out' | 'store' | 'pages' | 'schema' | 'prior' | 'rules' | 'filters' | 'allFields' | 'minConfidence' | 'records'> {}

/** Flags of `argiope train` that a program may give. */
export interface TrainFlags extends Pick<ProgramFlags, 'scope' | 'include' | 'exclude' | 'links' | 'fresh' | 'sample' | 'want' | 'typeThreshold' | 'changeThreshold' | 'fromStore' | 'events' | 'tags' | 'unsafe' | 'methods' | 'hooks' | 'workers' | 'threads' | 'delay' | 'robots' | 'userAgent' | 'proxy' | 'proxyBypass' | 'allowPrivate' | 'header' | 'auth' | 'cookies' | 'profile' | 'login' | 'ca' | 'insecure' | 'maxPages' | 'maxTime' | 'types' | 'keepFiles' | 'maxSize' | 'timeout' | 'browser' | 'sandbox' | 'recycle' | 'viewport' | 'settle' | 'report' | 'store'> {
  /** File for the model. Default: model.json. */
  readonly out?: string | null | undefined;
}

/** Flags of `argiope graph` that a program may give. */
export interface GraphFlags extends Pick<ProgramFlags, 'format' | 'full'> {}

/** Flags of `argiope sitemap` that a program may give. */
export interface SitemapFlags extends Pick<ProgramFlags, 'names' | 'baseUrl'> {}

/** Flags of `argiope export` that a program may give. */
export interface ExportFlags extends Pick<ProgramFlags, 'text' | 'names'> {
  /** What to write: a listing of the pages, an archive of them and their files, or their main text. Default: jsonl. */
  readonly format?: 'jsonl' | 'csv' | 'warc' | 'wacz' | 'markdown' | null | undefined;
}

/** Flags of `argiope history` that a program may give. */
export interface HistoryFlags extends Pick<ProgramFlags, 'version' | 'html'> {}

/** Flags of `argiope search` that a program may give. */
export interface SearchFlags extends Pick<ProgramFlags, 'reindex' | 'limit' | 'offset'> {}

/** Flags of `argiope login` that a program may give. */
export interface LoginFlags extends Pick<ProgramFlags, 'userAgent' | 'proxy' | 'proxyBypass' | 'profile' | 'login' | 'ca' | 'insecure' | 'browser'> {}

/** Flags of `argiope query` that a program may give. */
export interface QueryFlags extends Pick<ProgramFlags, 'engine' | 'delay' | 'robots' | 'userAgent' | 'proxy' | 'proxyBypass' | 'allowPrivate' | 'cookies' | 'profile' | 'login' | 'ca' | 'insecure' | 'browser' | 'sandbox' | 'store' | 'records' | 'about' | 'sources' | 'save' | 'saved' | 'queryDir'> {
  /** Crawl whose forms are asked (repeatable). Default: all crawls below ./argiope-out, where no address is given. */
  readonly out?: string | readonly string[] | null | undefined;
  /** Seconds that each source gets to answer; all are asked at once. Default: 30. */
  readonly timeout?: number | null | undefined;
  /** Pages of one answer that are read. Default: 20. */
  readonly pages?: number | null | undefined;
  /** How records are printed. Default: table. */
  readonly format?: 'table' | 'json' | 'csv' | null | undefined;
}
