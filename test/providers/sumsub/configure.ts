import { callbackRoute } from "@/lib/http/callback-route";
import { forgetEnv } from "@/lib/kernel/env";
import { sumsubCallbacks } from "@/lib/users/kyc/sumsub/receive-callback";
import { serveOverHttp } from "../../http/http-server";
import { startSumsub } from "./index";

const PATH = "/api/kyc/sumsub/events";

/** Starts a stand-in of Sumsub, configures the service for it, and serves the callbacks' route as our server does. */
export async function attachSumsub() {
  const sumsub = await startSumsub();
  const settings = {
    KYC_PROVIDER: "sumsub",
    SUMSUB_APP_TOKEN: sumsub.appToken,
    SUMSUB_SECRET_KEY: sumsub.secretKey,
    SUMSUB_WEBHOOK_SECRET: `former, ${sumsub.webhook.secret}`,
    SUMSUB_LEVEL_NAME: "basic kyc level",
    SUMSUB_API_BASE: sumsub.url,
  };
  Object.assign(process.env, settings);
  forgetEnv();
  const http = await serveOverHttp([
    {
      contract: { method: "POST", path: PATH },
      handler: callbackRoute(PATH, sumsubCallbacks).POST,
    },
  ]);
  sumsub.webhook.url = `http://127.0.0.1:${http.port}${PATH}`;
  return {
    ...sumsub,
    async stop(): Promise<void> {
      await http.stop();
      await sumsub.stop();
      for (const name of Object.keys(settings)) delete process.env[name];
      process.env.KYC_PROVIDER = "sandbox";
      forgetEnv();
    },
  };
}

export type AttachedSumsub = Awaited<ReturnType<typeof attachSumsub>>;
