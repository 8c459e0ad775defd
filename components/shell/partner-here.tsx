import { ButtonLink } from "@/components/ui/button-link";
import { PublicPage } from "@/components/ui/public-page";
import { Statement } from "@/components/ui/statement";
import { SignOut } from "./sign-out";

/** Shown to partners' people on an operator's page: their pages are elsewhere. */
export function PartnerHere({ name }: { name: string }) {
  return (
    <PublicPage>
      <Statement
        state="attention"
        title="This page is for the operator"
        actions={
          <>
            <ButtonLink href="/">Go to dashboard</ButtonLink>
            <SignOut />
          </>
        }
      >
        <p className="text-quiet">
          You’re signed in to a partner’s dashboard as {name}. Only the operator’s team can open the
          console.
        </p>
      </Statement>
    </PublicPage>
  );
}
