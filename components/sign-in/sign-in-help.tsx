import { Link } from "@/components/ui/link";

const LINK = "text-accent underline underline-offset-4";

interface SignInHelpProps {
  supportEmail: string | undefined;
  /** The service sends e-mail, so people can reset their passwords. */
  isMailOn: boolean;
}

/** Who lets a person in again. */
export function SignInHelp({ supportEmail, isMailOn }: SignInHelpProps) {
  return (
    <section aria-labelledby="sign-in-help" className="space-y-1 text-small text-quiet">
      <h2 id="sign-in-help" className="font-medium text-text">
        Can’t sign in, or need an account?
      </h2>
      {isMailOn && (
        <p>
          Forgot your password?{" "}
          <Link href="/sign-in/reset" prefetch={false} className={LINK}>
            Reset it by email
          </Link>
        </p>
      )}
      <p>
        Ask an owner of your company’s account for {isMailOn ? "an" : "a new"} invitation. Operators
        ask another administrator.
      </p>
      {supportEmail !== undefined && (
        <p>
          Nobody can help?{" "}
          <a href={`mailto:${supportEmail}`} className={LINK}>
            {supportEmail}
          </a>
        </p>
      )}
    </section>
  );
}
