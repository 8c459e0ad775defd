/** What holds for every event: how it comes, how it is verified, how it is repeated. Source: spec: Events; design 7. */
export const EVENTS_INTRODUCTION = `What the service sends to your webhook URL: a \`POST\` with \`{event, timestamp, data}\` as JSON.

**Answer** with any 2xx within 10 seconds, best before you do the work. Any other answer, a redirect too, or none counts
as a failure; the attempt is made again, by default after 30 s, 2 min, 8 min, 32 min, 2 h, 8.5 h and 24 h, and then the
event has \`failed\` until you ask for it again.

**Verify** each request over the bytes of the body as they came, before you parse them. Either of:
- \`webhook-signature\`: any Standard Webhooks library takes your \`whsec_…\` secret, the body and the three \`webhook-…\`
  headers. By hand: HMAC-SHA256 of \`<webhook-id>.<webhook-timestamp>.<body>\`, the key being what follows \`whsec_\`,
  decoded from base64; the result in base64 equals one of the \`v1,…\` of the header. Refuse a timestamp that is more than
  five minutes off.
- \`X-Webhook-Signature\`: HMAC-SHA256 of the body, the key being the whole text of the secret, \`whsec_\` too; the result in
  lower-case hex. It does not cover the time.

Compare in constant time. After Set Webhook the new secret signs at once; for 24 hours the one before signs too, as a
further \`v1,…\` of \`webhook-signature\`.

**Once** is up to you: an event is sent at least once, under the same \`webhook-id\` each time, so take each id once.

**Order**: the first attempt at an event is made after those at earlier events of the same resource. A retry may come
later than what followed: compare \`X-Webhook-Sequence\` where order matters.`;
