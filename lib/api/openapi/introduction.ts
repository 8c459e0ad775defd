/** The rules for all operations; `info.description` of the document. Source: spec: Authentication, Errors, Limits. */
export const INTRODUCTION = `Issue virtual cards from a prepaid wallet.

**Authentication.** Send your API key with every request: \`Authorization: Bearer <API_KEY>\`. A key can access only its
partner's users, cards, withdrawals and wallet. A key has one or more scopes, and each operation names the one that it
requires: \`read\`, \`users\`, \`cards\`, \`card_data\` (full card numbers), \`money_out\` (withdrawals) or \`webhooks\`.
Without it, a request fails with \`SCOPE_MISSING\` (403). A key can have an expiry, from which on it fails with
\`UNAUTHORIZED\` (401), and a list of IP addresses. From any other address it fails with \`IP_NOT_ALLOWED\` (403).

**Responses.** Every response is \`{status, message, data}\`. On success, \`status\` is \`success\` and \`data\` is the result.
On an error, \`status\` is \`error\`, \`message\` is the error code and \`data.error\` is a description. For invalid fields,
\`message\` is \`error\` and \`data.error\` lists each property with its failed rules. Quote \`X-Request-Id\` when you contact
support. New fields can be added to responses: ignore fields that you do not know.

**Money** is in USD, with at most 2 decimals in requests.

**Retries.** Operations with the header \`idempotency-key\` require one: a new UUID for each request. If no response
arrives, or a 500 or 503, the result is unknown: retry with the same key, and the request is not executed twice. If the
retry fails with \`Idempotency key has already been used\`, the first request was executed. A rejected request frees its
key. Keys are kept for 30 days at least.

**Lists** are sorted newest first by default and take \`skip\` and \`limit\`. To read a whole list, send the \`nextCursor\`
of each page as \`cursor\` of the next request, until a page has no \`nextCursor\`. With cursors no item is missed or repeated
when new ones come in meanwhile, and the last page is as fast as the first. Keep the filters and \`sort\` unchanged. An item
has the time of its request, and appears when the request is done: in most cases within a second, after an outage up to
minutes later. Then newer items can be listed already. To follow a list, begin each time some minutes before the newest
item that you have, and ignore the items that you have.

**Rate limits.** Above your rate limit, requests fail with 429. Wait for the seconds in \`Retry-After\`.`;
