/**
 * `npm run webhooks:listen`: a receiver for work on this machine. It prints what arrives, checks both signatures, and
 * answers as it is asked to. `--help` says how; docs/webhooks.md what arrives.
 */
import "./bootstrap/check-node.mjs";
import { withClosing } from "./bootstrap/closing.mjs";
import { listenForStop, untilStopped } from "./bootstrap/stop-signal.mjs";
import { listenUsage, readListenOptions } from "./bootstrap/webhooks/listen-options.mjs";
import { receiveWebhooks } from "./bootstrap/webhooks/receive-webhooks.mjs";
import { registerWebhook } from "./bootstrap/webhooks/register-webhook.mjs";
import { jsonReport, textReport } from "./bootstrap/webhooks/report-webhooks.mjs";

/** @param {import("./bootstrap/closing.mjs").Closing} closing */
async function main(closing) {
  const options = readListenOptions(process.argv.slice(2), process.env);
  if (options.help) {
    console.log(listenUsage);
    return 0;
  }
  const report = options.json ? jsonReport(console.log) : textReport(console.log);
  /** @type {(secret: string | undefined) => void} */
  let tellSecret = () => undefined;
  const untilSecret = new Promise((resolve) => {
    tellSecret = resolve;
  });
  const { url, stop } = await receiveWebhooks({
    port: options.port,
    answer: options.answer,
    untilSecret: () => untilSecret,
    onWebhook: report.webhook,
  });
  closing.add("The listener", stop);
  const { register } = options;
  const secret = register
    ? await registerWebhook({ ...register, webhookUrl: url })
    : options.secret;
  report.listening({ url, secret, registeredAt: register?.baseUrl });
  // Events that came while Set Webhook was answered are checked now.
  tellSecret(secret);
  await untilStopped();
  report.stopped();
  return 0;
}

listenForStop();
// A reader that goes away, as in `npm run webhooks:listen | head`, has seen enough.
process.stdout.on("error", () => process.exit(0));
process.exit(await withClosing(main));
