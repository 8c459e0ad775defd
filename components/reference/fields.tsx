import type { Field, Shape } from "@/lib/api/reference/reference";
import { Line } from "./prose";

const FIXED = /^always `(.+)`$/;

/** Names a variant by its fields with constant values. */
function variantName({ fields = [] }: Shape, index: number): string {
  const fixed = fields.flatMap(({ name, shape }) => {
    const value = shape.rules.map((rule) => FIXED.exec(rule)?.[1]).find(Boolean);
    return value ? [`${name} ${value}`] : [];
  });
  return fixed.join(", ") || `Form ${index + 1}`;
}

function FieldLine({ name, isRequired, shape }: Field) {
  const { type, rules, description } = shape;
  return (
    <li className="space-y-1 py-2.5">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <code className="font-mono font-medium break-all">{name}</code>
        <span className="text-quiet">{type}</span>
        <span className={isRequired ? "font-medium" : "text-quiet"}>
          {isRequired ? "required" : "optional"}
        </span>
      </p>
      {description && (
        <p>
          <Line text={description} />
        </p>
      )}
      {rules.length > 0 && (
        <p className="text-quiet">
          <Line text={rules.join("; ")} />
        </p>
      )}
      <ShapeFields shape={shape} isNested />
    </li>
  );
}

interface ShapeFieldsProps {
  shape: Shape;
  isNested?: boolean;
}

/** The fields of an object with their rules, including nested objects. */
export function ShapeFields({ shape: { fields, variants }, isNested = false }: ShapeFieldsProps) {
  if (variants)
    return variants.map((variant, index) => (
      <div key={variantName(variant, index)} className="space-y-1 pt-2">
        <p className="text-small text-quiet">When {variantName(variant, index)}</p>
        <ShapeFields shape={variant} isNested />
      </div>
    ));
  if (!fields) return null;
  return (
    <ul
      className={
        isNested
          ? "divide-y divide-line border-l border-line pl-4 text-small"
          : "divide-y divide-line border-y border-line text-small"
      }
    >
      {fields.map((field) => (
        <FieldLine key={field.name} {...field} />
      ))}
    </ul>
  );
}
