/** The URL of this file's database as its owner, for what a test does past the rights of the service. */
export function ownerUrl(): string {
  const url = process.env.TEST_OWNER_URL;
  if (url === undefined) throw new Error("TEST_OWNER_URL is not set: test/setup.ts sets it.");
  return url;
}
