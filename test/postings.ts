import * as cancel from "@/app/api/admin/postings/[id]/cancel/route";
import * as confirm from "@/app/api/admin/postings/[id]/confirm/route";
import * as reject from "@/app/api/admin/postings/[id]/reject/route";
import * as one from "@/app/api/admin/postings/[id]/route";
import * as preview from "@/app/api/admin/postings/preview/route";
import * as all from "@/app/api/admin/postings/route";
import { type Browser, codeOf, makePerson, signedIn, type TestPerson } from "./people";

/** One administrator in a browser. */
export interface TestAdministrator {
  person: TestPerson;
  browser: Browser;
}

export async function makeAdministrator(): Promise<TestAdministrator> {
  const person = await makePerson();
  return { person, browser: await signedIn(person) };
}

/** Operator postings as an administrator asks for them. */
export function postingsIn({ person, browser }: TestAdministrator) {
  const post = (route: { POST: typeof confirm.POST }, id: string, body?: object) =>
    browser.call(route.POST, { method: "POST", params: { id }, body: body ?? {} });
  return {
    list: async (query: Record<string, string | number> = {}) =>
      (await browser.call(all.GET, { query })).json.data,
    get: async (id: string) => (await browser.call(one.GET, { params: { id } })).json.data,
    answerOf: (id: string) => browser.call(one.GET, { params: { id } }),
    preview: (body: object) => browser.call(preview.POST, { method: "POST", body }),
    request: (body: object) =>
      browser.call(all.POST, {
        method: "POST",
        body: { reason: "Agreed, ticket 4711", totp: codeOf(person), ...body },
      }),
    confirm: (id: string, body: object = {}) =>
      post(confirm, id, { totp: codeOf(person), ...body }),
    reject: (id: string, reason: string | undefined = "Not so") => post(reject, id, { reason }),
    cancel: (id: string) => post(cancel, id),
  };
}

export type TestPostings = ReturnType<typeof postingsIn>;

/** Requests a posting as one administrator and confirms it as another; answers with its id. */
export async function postAs(
  requester: TestPostings,
  confirmer: TestPostings,
  body: object,
): Promise<string> {
  const requested = await requester.request(body);
  if (requested.status !== 201) throw new Error(JSON.stringify(requested.json));
  const id = String(requested.json.data.postingId);
  const confirmed = await confirmer.confirm(id);
  if (confirmed.status !== 200) throw new Error(JSON.stringify(confirmed.json));
  return id;
}
