import { attachText, messageOf } from "./node-side";

/** The parts of a response, before they become a Response object. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  text: string;
}

/**
 * Builds a Response from complete parts. Our server sends the attached text in one write, with its length. The Response
 * to a request from our server has no body of its own, because a stream costs more than the rest of the Response
 * (decision 0057).
 *
 * @param request the request that this responds to, if there is one
 */
export function responseOf({ status, headers, text }: Answer, request?: Request): Response {
  const body = request && messageOf(request) ? null : text;
  return attachText(new Response(body, { status, headers }), text);
}
