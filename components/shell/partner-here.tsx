import { ButtonLink } from "@/components/ui/button";
import { Statement } from "@/components/ui/statement";
import { SignOut } from "./sign-out";

/** For partners' people, whose pages are elsewhere. */
export function PartnerHere({ name }: { name: string }) {
  return (
    <main className="mx-auto max-w-lg px-4 pb-12">
      <Statement
        state="attention"
        title="This is the operator’s console"
        actions={
          <>
            <ButtonLink href="/">Go to your dashboard</ButtonLink>
            <SignOut />
          </>
        }
      >
        <p className="text-quiet">
          You are signed in as {name}, one of a partner’s people. Only the operator’s own people see
          these pages.
        </p>
      </Statement>
    </main>
  );
}
