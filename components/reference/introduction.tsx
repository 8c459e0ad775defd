import { CodeLine } from "@/components/ui/code-line";
import type { Reference } from "@/lib/api/reference/reference";
import { Prose } from "./prose";

/** The introduction of the reference, with the list of events. */
export function Introduction({ reference }: { reference: Reference }) {
  const { introduction, baseUrl, version, groups } = reference;
  return (
    <div className="space-y-8">
      <section className="space-y-3" aria-labelledby="every-operation">
        <h2 id="every-operation" className="font-semibold">
          Introduction
        </h2>
        <Prose text={introduction} />
        <CodeLine text={baseUrl} label="the base URL" />
        <p className="text-small text-quiet">
          Version {version}. Also available as an{" "}
          <a href="/api/openapi.json" className="text-accent underline underline-offset-4">
            OpenAPI 3.1 document
          </a>
          .
        </p>
      </section>
      {groups.map(({ name, description }) => (
        <section key={name} className="space-y-2" aria-labelledby={name}>
          <h2 id={name} className="scroll-mt-4 font-semibold">
            {name}
          </h2>
          <Prose text={description} />
        </section>
      ))}
    </div>
  );
}
