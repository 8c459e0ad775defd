import { ButtonLink } from "@/components/ui/button-link";
import { PublicPage } from "@/components/ui/public-page";
import { Statement } from "@/components/ui/statement";
import { SignOut } from "./sign-out";

/** Shown to the operator's people on a partner's page: their pages are elsewhere. */
export function OperatorHere({ name }: { name: string }) {
  return (
    <PublicPage>
      <Statement
        state="attention"
        title="This page is for partners"
        actions={
          <>
            <ButtonLink href="/admin">Go to console</ButtonLink>
            <SignOut />
          </>
        }
      >
        <p className="text-quiet">
          You’re signed in to the operator console as {name}. To view a partner’s dashboard, open
          the partner in the console.
        </p>
      </Statement>
    </PublicPage>
  );
}
