/** The rules for all events: delivery, verification and retries. Source: spec: Events; design 7. */
export const EVENTS_INTRODUCTION = `The service sends events to your webhook URL: a \`POST\` with \`{event, timestamp, data}\` as JSON.

**Respond** with a 2xx status within 10 seconds, before you process the event. Any other response, including a redirect,
or none, counts as a failure. The event is retried, by default after 30 s, 2 min, 8 min, 32 min, 2 h, 8.5 h and 24 h.
After that its status is \`failed\` until you resend it.

**Verify** each request over the raw bytes of the body, before you parse it. Use one of:
- \`webhook-signature\`: any Standard Webhooks library takes your \`whsec_…\` secret, the body and the three \`webhook-…\`
  headers. Manually: HMAC-SHA256 of \`<webhook-id>.<webhook-timestamp>.<body>\`, with the base64-decoded part of the secret
  after \`whsec_\` as the key. The base64 result equals one of the \`v1,…\` values of the header. Reject timestamps that are
  more than five minutes off.
- \`X-Webhook-Signature\`: HMAC-SHA256 of the body, with the full text of the secret, including \`whsec_\`, as the key. The
  result is lowercase hex. It does not cover the timestamp.

Compare in constant time. After Set Webhook, the new secret signs immediately. For 24 hours, the previous secret also
signs, as a further \`v1,…\` value of \`webhook-signature\`.

**Deduplicate**: an event is delivered at least once, with the same \`webhook-id\` each time. Process each id once.

**Order**: the first attempt of an event is made after the first attempts of earlier events of the same object. A retry
may arrive later than newer events. Compare \`X-Webhook-Sequence\` where order matters.`;
