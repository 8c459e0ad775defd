/** The URL of this file's database for its owner, for statements that the service's role may not run. */
export function ownerUrl(): string {
  const url = process.env.TEST_OWNER_URL;
  if (url === undefined) throw new Error("TEST_OWNER_URL is not set: test/setup.ts sets it.");
  return url;
}
