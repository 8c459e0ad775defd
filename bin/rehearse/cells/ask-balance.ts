/** Asks for the balance of the partner of a key, once. `cell` is the cell that the router chose. */
export async function askBalance(baseUrl: string, apiKey: string) {
  const answer = await fetch(`${baseUrl}/api/v1/partner/wallet/balance`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  return { status: answer.status, cell: answer.headers.get("x-cell"), text: await answer.text() };
}
