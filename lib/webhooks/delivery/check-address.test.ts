import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isPublicAddress } from "./check-address";

/** The first and last address of each range outside the Internet, and the adjacent public addresses. */
const IPV4_RANGES = [
  { name: "this network", first: "0.0.0.0", last: "0.255.255.255", open: ["1.0.0.0"] },
  {
    name: "private",
    first: "10.0.0.0",
    last: "10.255.255.255",
    open: ["9.255.255.255", "11.0.0.0"],
  },
  {
    name: "CGNAT",
    first: "100.64.0.0",
    last: "100.127.255.255",
    open: ["100.63.255.255", "100.128.0.0"],
  },
  {
    name: "loopback",
    first: "127.0.0.0",
    last: "127.255.255.255",
    open: ["126.255.255.255", "128.0.0.0"],
  },
  {
    name: "link-local",
    first: "169.254.0.0",
    last: "169.254.255.255",
    open: ["169.253.255.255", "169.255.0.0"],
  },
  {
    name: "private",
    first: "172.16.0.0",
    last: "172.31.255.255",
    open: ["172.15.255.255", "172.32.0.0"],
  },
  {
    name: "protocols",
    first: "192.0.0.0",
    last: "192.0.0.255",
    open: ["191.255.255.255", "192.0.1.0"],
  },
  {
    name: "documentation",
    first: "192.0.2.0",
    last: "192.0.2.255",
    open: ["192.0.1.255", "192.0.3.0"],
  },
  {
    name: "6to4 relays",
    first: "192.88.99.0",
    last: "192.88.99.255",
    open: ["192.88.98.255", "192.88.100.0"],
  },
  {
    name: "private",
    first: "192.168.0.0",
    last: "192.168.255.255",
    open: ["192.167.255.255", "192.169.0.0"],
  },
  {
    name: "benchmarks",
    first: "198.18.0.0",
    last: "198.19.255.255",
    open: ["198.17.255.255", "198.20.0.0"],
  },
  {
    name: "documentation",
    first: "198.51.100.0",
    last: "198.51.100.255",
    open: ["198.51.99.255", "198.51.101.0"],
  },
  {
    name: "documentation",
    first: "203.0.113.0",
    last: "203.0.113.255",
    open: ["203.0.112.255", "203.0.114.0"],
  },
  { name: "multicast", first: "224.0.0.0", last: "239.255.255.255", open: ["223.255.255.255"] },
  { name: "reserved", first: "240.0.0.0", last: "255.255.255.254", open: [] },
];

const INSIDE = [
  ["metadata of most clouds", "169.254.169.254"],
  ["metadata of containers", "169.254.170.2"],
  ["metadata of Alibaba", "100.100.100.200"],
  ["metadata of Oracle", "192.0.0.192"],
  ["the host of Azure", "168.63.129.16"],
  ["broadcast", "255.255.255.255"],
  ["IPv6 unspecified", "::"],
  ["IPv6 loopback", "::1"],
  ["IPv6 loopback in full", "0:0:0:0:0:0:0:1"],
  ["IPv4-mapped loopback", "::ffff:127.0.0.1"],
  ["IPv4-mapped in hexadecimal", "::ffff:7f00:1"],
  ["IPv4-mapped, of a public address", "::ffff:8.8.8.8"],
  ["IPv4-translated", "::ffff:0:127.0.0.1"],
  ["IPv4-compatible", "::127.0.0.1"],
  ["IPv4-compatible in hexadecimal", "::7f00:1"],
  ["NAT64 of loopback", "64:ff9b::127.0.0.1"],
  ["NAT64 of metadata", "64:ff9b::a9fe:a9fe"],
  ["NAT64 of a public address", "64:ff9b::8.8.8.8"],
  ["NAT64 of one's own", "64:ff9b:1::7f00:1"],
  ["discard only", "100::1"],
  ["Teredo", "2001:0:4136:e378:8000:63bf:3fff:fdd2"],
  ["benchmarks", "2001:2::1"],
  ["ORCHID", "2001:10::1"],
  ["ORCHID v2", "2001:20::1"],
  ["the end of protocol assignments", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["documentation", "2001:db8::1"],
  ["6to4 of loopback", "2002:7f00:1::"],
  ["6to4 of private", "2002:c0a8:101::1"],
  ["6bone", "3ffe::1"],
  ["new documentation", "3fff::1"],
  ["the end of new documentation", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["segment routing", "5f00::1"],
  ["below the Internet", "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["above the Internet", "4000::"],
  ["unique local", "fc00::1"],
  ["unique local, assigned", "fd00:ec2::254"],
  ["link-local", "fe80::1"],
  ["link-local with a zone", "fe80::1%eth0"],
  ["a public one with a zone", "2606:4700::1111%1"],
  ["site-local", "fec0::1"],
  ["multicast", "ff02::1"],
] as const;

const PUBLIC = [
  "1.1.1.1",
  "8.8.8.8",
  "93.184.216.34",
  "168.63.129.15",
  "168.63.129.17",
  "223.255.255.254",
  "2000::",
  "2001:200::1",
  "2001:4860:4860::8888",
  "2001:db7:ffff::1",
  "2001:db9::1",
  "2003::1",
  "2606:4700:4700::1111",
  "2A00:1450:4001:82A::200E",
  "3fff:1000::1",
] as const;

const NO_ADDRESSES = [
  "",
  " ",
  "localhost",
  "example.com",
  "8.8.8",
  "8.8.8.8.",
  " 8.8.8.8",
  "8.8.8.8\n",
  "08.8.8.8",
  "0x8.8.8.8",
  "134744072",
  "8.8.8.8:443",
  "[2606:4700::1111]",
  "2606:4700::1111::1",
  "*",
];

describe("an address is not public", () => {
  describe.each(IPV4_RANGES)("from $first to $last: $name", ({ first, last, open }) => {
    test("the first and the last address of the range", () => {
      expect([first, last].map(isPublicAddress)).toEqual([false, false]);
    });
    test("but the adjacent addresses are", () => {
      expect(open.filter((ip) => !isPublicAddress(ip))).toEqual([]);
    });
  });

  test.each(INSIDE)("%s: %s", (_, ip) => {
    expect(isPublicAddress(ip)).toBe(false);
  });

  test.each(NO_ADDRESSES)("when it is not an address: %j", (text) => {
    expect(isPublicAddress(text)).toBe(false);
  });
});

test.each(PUBLIC)("%s is public", (ip) => {
  expect(isPublicAddress(ip)).toBe(true);
});

test("an IPv6 address with a prefix that embeds an IPv4 address is never public", () => {
  const group = fc.integer({ min: 0, max: 0xffff }).map((number) => number.toString(16));
  const prefix = fc.constantFrom("::", "::ffff:", "::ffff:0:", "64:ff9b::", "64:ff9b:1::", "2002:");
  fc.assert(
    fc.property(prefix, group, group, (start, high, low) => {
      const ip = start === "2002:" ? `2002:${high}:${low}::` : `${start}${high}:${low}`;
      expect(isPublicAddress(ip)).toBe(false);
    }),
  );
});
