/** How the service answered a notification. */
export interface NotificationAnswer {
  status: number;
  headers: Headers;
  text: string;
}

/**
 * Sends a signed notification to the service. Returns undefined when no answer came in time: the connection failed or
 * the time was over.
 */
export async function postNotification(
  url: string,
  body: string,
  headers: Record<string, string>,
  timeoutMs: number,
): Promise<NotificationAnswer | undefined> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json; charset=utf-8", ...headers },
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch {
    return undefined;
  }
}
