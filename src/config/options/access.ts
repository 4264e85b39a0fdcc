import * as kinds from '../kinds.ts';
import { define, inGroup, onOff, optional } from '../option.ts';
import { asking, crawlOnly, ownOfSigned, ownOfWorkers, signingIn } from './commands.ts';

/** How servers are asked. */
export const accessOptions = inGroup('Manners and access', {
  perHost: optional({
    kind: kinds.whole(1, 1024),
    defaultText: '1 with a delay between requests, else as many as --workers',
    help: 'Requests to one host at once, with --engine http',
    commands: crawlOnly,
  }),
  delay: optional({
    kind: kinds.seconds(false),
    defaultText: 'adapts to the server; none on loopback',
    help: 'Seconds between requests to one host',
    commands: asking,
  }),
  robots: define({
    kind: kinds.choice('obey', 'ignore'),
    default: 'obey',
    help: 'What to do about robots.txt, robots meta tags and X-Robots-Tag',
    commands: asking,
  }),
  userAgent: optional({
    kind: kinds.text('S'),
    defaultText: "Argiope's own",
    help: 'Name to give to servers',
    commands: signingIn,
  }),
  proxy: optional({
    kind: kinds.proxyAddress,
    defaultText: 'none',
    help: 'Proxy for all requests: http, https or socks5, which resolves names itself',
    commands: ownOfSigned,
    secret: true,
  }),
  proxyBypass: define({
    kind: kinds.names('HOSTS', 'host names with commas between them; .example.org means all below it'),
    default: [],
    defaultText: 'none',
    help: 'Hosts to ask without the proxy',
    commands: ownOfSigned,
  }),
  allowPrivate: define({
    kind: kinds.places,
    default: [],
    defaultText: 'those of the seeds',
    help: 'Hosts (with their port, or with any) that pages may use although their address is not public',
    commands: asking,
  }),
  header: define({
    kind: kinds.headers,
    default: {},
    defaultText: 'none',
    help: 'Header to send to the hosts of the seeds (repeatable)',
    commands: ownOfWorkers,
    secret: true,
  }),
  auth: optional({
    kind: kinds.credentials,
    defaultText: 'none',
    help: 'User and password for the hosts of the seeds, where all are of one protocol; else they stand in the addresses',
    commands: ownOfWorkers,
    secret: true,
  }),
  cookies: optional({
    kind: kinds.text('FILE', 'the path of a cookies.txt or of a JSON list of cookies'),
    defaultText: 'none',
    help: 'Cookies to begin with, such as those of a login (cookies.txt or JSON)',
    commands: [...asking, 'worker'],
  }),
  profile: optional({
    kind: kinds.text('FILE', 'the path of a profile that `argiope login` has written, or `default`'),
    defaultText: 'none; default: the one that argiope login keeps for the host',
    help: 'Be signed in as the profile says: cookies and storage of a browser (argiope login)',
    commands: signingIn,
  }),
  login: optional({
    kind: kinds.text('FILE', 'the path of a JSON file with the steps of signing in'),
    defaultText: 'none',
    help: 'Sign in by these steps, and again where the login is lost; secrets come from the environment',
    commands: signingIn,
  }),
  ca: optional({
    kind: kinds.text('FILE', 'the path of a file with certificates in PEM format'),
    defaultText: 'those of Node or the browser',
    help: 'Certificates to trust besides the usual ones',
    commands: ownOfSigned,
  }),
  insecure: onOff({
    help: 'Accept any certificate: whoever is on the way can read and change everything',
    commands: signingIn,
  }),
  charset: optional({
    kind: kinds.encoding,
    defaultText: 'detected',
    help: 'Encoding of BBS screens, and of FTP names and texts that are not UTF-8',
    commands: crawlOnly,
  }),
});
