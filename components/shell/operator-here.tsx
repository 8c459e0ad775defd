import { ButtonLink } from "@/components/ui/button";
import { Statement } from "@/components/ui/statement";
import { SignOut } from "./sign-out";

/** For the operator's people, whose pages are elsewhere. */
export function OperatorHere({ name }: { name: string }) {
  return (
    <main className="mx-auto max-w-lg px-4 pb-12">
      <Statement
        state="attention"
        title="These pages are a partner’s"
        actions={
          <>
            <ButtonLink href="/admin">Go to your console</ButtonLink>
            <SignOut />
          </>
        }
      >
        <p className="text-quiet">
          You are signed in as {name}, one of the operator’s people. To see a partner’s pages, sign
          out and sign in as one of the partner’s people.
        </p>
      </Statement>
    </main>
  );
}
