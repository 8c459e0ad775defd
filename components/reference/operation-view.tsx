import { StateWord } from "@/components/ui/state-word";
import type { Operation } from "@/lib/api/reference/reference";
import { curlOf, nodeOf } from "@/lib/api/reference/snippets";
import { CodeChoice } from "./code-choice";
import { Errors } from "./errors";
import { ShapeFields } from "./fields";
import { Method } from "./method";
import { Prose } from "./prose";
import { Section } from "./section";
import { TryIt } from "./try-it";

const PLACES = { path: "Path parameters", query: "Query parameters", header: "Headers" } as const;

function Parameters({ parameters }: Pick<Operation, "parameters">) {
  const places = new Set(parameters.map(({ place }) => place));
  return [...places].map((place) => (
    <div key={place} className="space-y-1">
      <p className="text-small text-quiet">{PLACES[place]}</p>
      <ShapeFields
        shape={{
          type: "object",
          rules: [],
          fields: parameters.filter((each) => each.place === place),
        }}
      />
    </div>
  ));
}

const json = (value: unknown) => JSON.stringify(value, null, 2);

function Answer({ answer }: Pick<Operation, "answer">) {
  const { status, description, headers, body } = answer;
  const isEmpty = body && !body.shape.fields && !body.shape.variants;
  return (
    <Section id="answer" title={`Response ${status}`}>
      <p className="text-small">
        {description}
        {body && (isEmpty ? ". The data object is empty." : ". Fields of the data object:")}
      </p>
      {body && <ShapeFields shape={body.shape} />}
      {headers.length > 0 && (
        <ul className="space-y-1 text-small">
          {headers.map(({ name, description: text }) => (
            <li key={name}>
              <code className="font-mono">{name}</code> <span className="text-quiet">{text}</span>
            </li>
          ))}
        </ul>
      )}
      {body && (
        <CodeChoice
          label="Example"
          copied="the response"
          codes={[{ name: "Example", text: json(body.example) }]}
        />
      )}
    </Section>
  );
}

interface OperationViewProps {
  operation: Operation;
  baseUrl: string;
  /** Example code with which a receiver verifies an event. */
  verificationCode: string;
}

/** The page of one operation: parameters, body, response, errors and a form to try it. */
export function OperationView({ operation, baseUrl, verificationCode }: OperationViewProps) {
  const { id, isEvent, method, path, parameters, body, answer, errors } = operation;
  return (
    <article aria-labelledby={id} className="space-y-8">
      <header className="space-y-3">
        <h2 id={id} className="text-body font-semibold">
          {operation.summary}
        </h2>
        <p className="flex items-baseline gap-2 rounded-large bg-sunken px-3 py-2">
          <Method method={method} isEvent={isEvent} />
          <code className="font-mono text-small break-all">{path}</code>
        </p>
        {operation.isDeprecated && <StateWord state="attention" word="Deprecated" />}
        {operation.description && <Prose text={operation.description} />}
      </header>
      {!isEvent && (
        <Section id="request" title="Request">
          <CodeChoice
            label="Language"
            copied="the request"
            codes={[
              { name: "curl", text: curlOf(operation, baseUrl) },
              { name: "Node", text: nodeOf(operation, baseUrl) },
            ]}
          />
          <TryIt
            target={{
              id,
              method,
              path,
              parameters,
              bodyText: body && json(body.examples[0]?.value),
              roles: operation.roles,
            }}
          />
        </Section>
      )}
      {parameters.length > 0 && (
        <Section id="parameters" title={isEvent ? "Headers" : "Parameters"}>
          <Parameters parameters={parameters} />
        </Section>
      )}
      {body && (
        <Section id="body" title={body.isRequired ? "Body" : "Body (optional)"}>
          <ShapeFields shape={body.shape} />
          <CodeChoice
            label="Example"
            copied="the body"
            codes={body.examples.map(({ name, value }) => ({ name, text: json(value) }))}
          />
        </Section>
      )}
      {isEvent && (
        <Section id="verify" title="Verify the signature">
          <CodeChoice
            label="Language"
            copied="the code"
            codes={[{ name: "Node", text: verificationCode }]}
          />
        </Section>
      )}
      <Answer answer={answer} />
      {errors.length > 0 && (
        <Section id="errors" title="Errors">
          <Errors errors={errors} />
        </Section>
      )}
    </article>
  );
}
