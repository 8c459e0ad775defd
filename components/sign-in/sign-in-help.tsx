/** Who lets a person in again: the service sends no email, so nobody can reset a password alone. */
export function SignInHelp({ supportEmail }: { supportEmail: string | undefined }) {
  return (
    <section aria-labelledby="sign-in-help" className="space-y-1 text-small text-quiet">
      <h2 id="sign-in-help" className="font-medium text-text">
        Can’t sign in, or need an account?
      </h2>
      <p>
        Ask an owner of your company’s account for a new invitation. Operators ask another
        administrator.
      </p>
      {supportEmail !== undefined && (
        <p>
          Nobody can help?{" "}
          <a href={`mailto:${supportEmail}`} className="text-accent underline underline-offset-4">
            {supportEmail}
          </a>
        </p>
      )}
    </section>
  );
}
