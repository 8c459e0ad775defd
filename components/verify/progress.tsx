import { STEP_NAMES, STEPS, type Step } from "./steps";

const COUNTED = STEPS.slice(1);

/** How far it is. */
export function Progress({ step }: { step: Step }) {
  const index = COUNTED.indexOf(step);
  if (index < 0) return null;
  return (
    <div className="space-y-2">
      <p className="text-small text-quiet">
        Step {index + 1} of {COUNTED.length}: {STEP_NAMES[step]}
      </p>
      <div aria-hidden="true" className="flex gap-1">
        {COUNTED.map((name, position) => (
          <span
            key={name}
            className={`h-1 flex-1 rounded-small ${position <= index ? "bg-accent" : "bg-line"}`}
          />
        ))}
      </div>
    </div>
  );
}
