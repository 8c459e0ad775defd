import { signedIn } from "@/app/_server/signed-in";
import { PageNotFound } from "@/components/shell/page-not-found";

export const metadata = { title: "Page not found" };

export default async function UnknownNotFound() {
  const person = await signedIn();
  const isOperator = person?.partnerId === null && person.viewingPartnerId === null;
  return <PageNotFound isConsole={isOperator} />;
}
