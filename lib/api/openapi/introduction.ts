/** What holds for every operation; `info.description` of the document. Source: spec: Authentication, Errors, Limits. */
export const INTRODUCTION = `Issue virtual cards from a prepaid wallet.

**Authentication.** Send your API key with every request: \`Authorization: Bearer <API_KEY>\`. A key sees its partner's
users, cards, withdrawals and wallet, and nothing else. Two scopes are granted key by key: \`card_data\` (full card
numbers) and \`money_out\` (withdrawals). A key without the scope that an operation needs is refused with
\`SCOPE_MISSING\` (403).

**Answers.** Every answer is \`{status, message, data}\`. On success \`status\` is \`success\` and \`data\` the result. On
an error \`status\` is \`error\`, \`message\` the error's code and \`data.error\` a text for people. Invalid fields have
\`message\` \`error\`, and \`data.error\` lists each property with the rules that it broke. Quote \`X-Request-Id\` when you
ask about a request. Answers gain fields over time: ignore those that you do not know.

**Money** is in USD, with at most 2 decimals in requests.

**Repeating a request.** Operations that take \`idempotency-key\` need one: a UUID of your own for each thing to be done.
When no answer comes, or a 500 or 503, nobody can say whether it was done: repeat with the same key and nothing is done
twice. Where a key is refused the second time, \`Idempotency key has already been used\` then says that it was done. A
refused request frees its key.

**Lists** are newest first, unless \`sort\` says otherwise, and take \`skip\` and \`limit\`.

**Rates.** Past your rate the answer is 429; wait the seconds that \`Retry-After\` says.`;
