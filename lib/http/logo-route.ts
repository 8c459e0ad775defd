import { addressBucket } from "@/lib/kernel/address-bucket";
import { clientAddress } from "@/lib/kernel/client-address";
import { ServiceError } from "@/lib/kernel/errors";
import { limitRate } from "@/lib/kernel/rate-limit";
import { RATE_LIMITS } from "@/lib/kernel/rate-limits";
import { answerPlainRoute } from "./plain-route";
import type { RouteContext } from "./serve";

/** The address names the content, so a logo never changes. Opened as a page, it may load and run nothing. */
const HEADERS = {
  "Content-Type": "image/png",
  "Cache-Control": "public, max-age=31536000, immutable",
  "Content-Security-Policy": "default-src 'none'; sandbox",
};

/** Serves the logo that its hash identifies, to everybody: users without a session see it on the verification page. */
export function logoRoute(show: (sha256: string) => Promise<Uint8Array<ArrayBuffer> | undefined>) {
  return (request: Request, context?: RouteContext): Promise<Response> =>
    answerPlainRoute({
      fault: "logo failed",
      answer: async (headers) => {
        await limitRate(`logo ${addressBucket(clientAddress(request))}`, RATE_LIMITS.logo);
        const sha256 = (await context?.params)?.sha256;
        const content = typeof sha256 === "string" ? await show(sha256) : undefined;
        if (!content) throw new ServiceError("NOT_FOUND");
        return new Response(content, { headers: { ...headers, ...HEADERS } });
      },
    });
}
