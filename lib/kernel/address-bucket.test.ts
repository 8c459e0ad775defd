import { expect, test } from "vitest";
import { addressBucket, siteBucket } from "./address-bucket";

test.each([
  [null, "unknown"],
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["::FFFF:cb00:7107", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002::", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["2001:db8:1:2:3:4:203.0.113.7", "2001:db8:1:2::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
])("%s is counted as %s", (address, bucket) => {
  expect(addressBucket(address)).toBe(bucket);
});

test("addresses of one /64 share a bucket, those of the next one do not", () => {
  const all = Array.from({ length: 70 }, (_, i) => `2001:db8:1:2::${i.toString(16)}`);
  expect(new Set(all.map(addressBucket)).size).toBe(1);
  expect(addressBucket("2001:db8:1:3::1")).not.toBe(addressBucket("2001:db8:1:2::1"));
});

test.each([
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"],
  ["2001:db8:1:ffff::1", "2001:db8:1::/48"],
  ["2001:db8:2::1", "2001:db8:2::/48"],
  ["::ffff:203.0.113.7", undefined],
  ["203.0.113.7", undefined],
  [null, undefined],
])("%s belongs to the site %s", (address, site) => {
  expect(siteBucket(address)).toBe(site);
});
