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
          You are signed in as {name}, one of the operator’s people. To look at a partner’s pages,
          open the partner in your console.
        </p>
      </Statement>
    </main>
  );
}
