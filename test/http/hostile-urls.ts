/** Hosts that mean this machine or one of the internal network, in various notations. */
const INSIDE_HOSTS = [
  "127.0.0.1",
  "127.1",
  "127.0.1",
  "127.255.255.254",
  "2130706433", // decimal
  "0x7f000001", // hexadecimal
  "0x7f.1",
  "0x7F.0x0.0x0.0x1",
  "017700000001", // octal
  "0177.0.0.1",
  "0177.0.0.01",
  "00000177.0.0.1",
  "0",
  "0.0.0.0",
  "0x0",
  "127.0.0.1.",
  "%31%32%37.0.0.1",
  "127%2e0%2e0%2e1",
  "１２７.０.０.１", // fullwidth digits
  "①②⑦.⓪.⓪.①", // digits in circles
  "127。0。0。1", // ideographic stops
  "127．0．0．1",
  "127.0.0.\u00ad1", // a soft hyphen
  "localhost",
  "LOCALHOST",
  "localhost.",
  "ｌｏｃａｌｈｏｓｔ",
  "loc\u200balhost",
  "x.localhost",
  "ip6-localhost",
  "[::1]",
  "[::]",
  "[0:0:0:0:0:0:0:1]",
  "[0000:0000:0000:0000:0000:0000:0000:0001]",
  "[::ffff:127.0.0.1]", // mapped
  "[::ffff:7f00:1]",
  "[0:0:0:0:0:ffff:7f00:1]",
  "[::127.0.0.1]", // compatible
  "[::7f00:1]",
  "[::ffff:0:127.0.0.1]", // translated
  "[64:ff9b::127.0.0.1]", // NAT64
  "[64:ff9b::7f00:1]",
  "[64:ff9b:1::7f00:1]",
  "[2002:7f00:1::]", // 6to4
  "[2002:7f00:1::1]",
  "[2001:0:7f00:1::]", // Teredo
  "[2001:0:0:0:0:0:80ff:fffe]",
  "[2001:10::1]", // ORCHID
  "[2001:db8::1]",
  "[3fff::1]",
  "[fc00::1]",
  "[fd00:ec2::254]", // metadata
  "[fe80::1]",
  "[fe80::1%25eth0]",
  "[fec0::1]",
  "[ff02::1]",
  "169.254.169.254", // metadata
  "169.254.170.2",
  "2852039166",
  "0xA9FEA9FE",
  "0251.0376.0251.0376",
  "[::ffff:169.254.169.254]",
  "[64:ff9b::169.254.169.254]",
  "[2002:a9fe:a9fe::]",
  "100.100.100.200",
  "192.0.0.192",
  "168.63.129.16",
  "metadata.google.internal",
  "metadata",
  "instance-data",
  "kubernetes.default.svc.cluster.local",
  "10.0.0.1",
  "10.1",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.0.1",
  "0300.0250.1",
  "100.64.0.1",
  "192.0.2.1",
  "198.18.0.1",
  "198.51.100.1",
  "203.0.113.1",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
  "router.local",
  "nas.home.arpa",
  "postgres",
];

/** URLs that could reach the internal network by other means than the host's notation. */
const INSIDE_URLS: readonly ((port: number) => string)[] = [
  (port) => `http://127.0.0.1:${port}/`,
  (port) => `http://[::1]:${port}/`,
  (port) => `http://localhost:${port}/`,
  (port) => `http://example.com:${port}/`,
  (port) => `https://example.com@127.0.0.1:${port}/`,
  (port) => `https://example.com:443@127.0.0.1:${port}/`,
  (port) => `https://example.com%40127.0.0.1:${port}/`,
  (port) => `https://user:pass@example.com:${port}/`,
  (port) => `https://127.0.0.1:${port}#@example.com/`,
  (port) => `https://127.0.0.1:${port}\\@example.com/`,
  (port) => `https:\\\\127.0.0.1:${port}/`,
  (port) => `https:127.0.0.1:${port}/`,
  (port) => `https:////127.0.0.1:${port}/`,
  (port) => `ht\ntps://127.0.0.1:${port}/`,
  (port) => ` https://127.0.0.1:${port}/ `,
  (port) => `https://127.0.0.1\t:${port}/`,
  (port) => `//127.0.0.1:${port}/`,
  (port) => `127.0.0.1:${port}`,
  (port) => `ws://127.0.0.1:${port}/`,
  (port) => `ftp://127.0.0.1:${port}/`,
  (port) => `gopher://127.0.0.1:${port}/_POST`,
  (port) => `unix://127.0.0.1:${port}/var/run/docker.sock`,
  () => "http://unix:/var/run/docker.sock:/containers/json",
  () => "file:///etc/passwd",
  () => "data:text/plain,hello",
  () => "javascript:alert(1)",
];

/** URLs to which the service must never connect, each for a port that is in use. Source: threat 18. */
export const HOSTILE_URLS: readonly ((port: number) => string)[] = [
  ...INSIDE_HOSTS.map((host) => (port: number) => `https://${host}:${port}/`),
  ...INSIDE_URLS,
];
