/** Spellings of hosts that are not public, as pages can write them. */
export const privateSpellings: readonly string[] = [
  // This machine, in the ways that addresses can be written.
  ...['127.0.0.1', '127.1', '127.0.1', '127.255.255.254', '2130706433', '017700000001', '0x7f000001'],
  ...['0x7f.0.0.1', '0177.0.0.1', '0x7f.1', '127.0x0.0.1', '0177.0x0.1', '00000177.0.0.01', '127.0.0.1.'],
  ...['0', '0.0.0.0', '0x0', '00', '0.0', '0.0.0.0.', 'localhost', 'LOCALHOST', 'localhost.'],
  ...['a.localhost', 'a.b.localhost.', 'localhost.localdomain.internal', '１２７.0.0.1', '127。0。0。1'],
  ...['ⓛocalhost', '%6cocalhost', '127%2e0.0.1', '⑫7.0.0.1', 'localhoſt'],
  ...['[::1]', '[0:0:0:0:0:0:0:1]', '[::0001]', '[::]', '[::127.0.0.1]', '[0:0:0:0:0:0:7f00:1]'],
  ...['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[0:0:0:0:0:ffff:7f00:0001]', '[::FFFF:127.0.0.1]'],
  // The same inside of addresses that translate.
  ...[
    '[64:ff9b::7f00:1]',
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b:1::7f00:1]',
    '[2002:7f00:1::]',
    '[2002:7f00:1::1]',
  ],
  ...['[2001:0:7f00:1::]', '[::ffff:0:127.0.0.1]', '[fe80::5efe:7f00:1]'],
  // Networks of houses, providers and machines.
  ...[
    '10.0.0.1',
    '10.255.255.255',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '0xc0a80001',
    '100.64.0.1',
  ],
  ...['[fc00::1]', '[fd12:3456::1]', '[fe80::1]', '[fec0::1]', '[ff02::1]', '[2001:db8::1]', '[100::1]'],
  ...['[::ffff:10.0.0.1]', '[::ffff:c0a8:1]', '192.0.0.1', '192.0.2.1', '198.18.0.1', '198.51.100.1'],
  ...['203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255', '192.88.99.1'],
  // Where clouds tell machines their secrets.
  ...['169.254.169.254', '0xa9fea9fe', '2852039166', '0251.0376.0251.0376', '[::ffff:169.254.169.254]'],
  ...['[::ffff:a9fe:a9fe]', 'metadata.google.internal', 'metadata', '169.254.170.2', '[fd00:ec2::254]'],
  // Names that only inner networks know.
  ...['intranet', 'router.lan', 'printer.local', 'nas.home.arpa', 'wiki.intranet', 'db.internal', 'x.local.'],
];
