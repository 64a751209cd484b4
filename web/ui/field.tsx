import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';

type FieldProps = {
  label: string;
  hint?: ComponentChildren;
  /** Why the value is not valid. */
  fault?: string;
  /** Renders the input element with this id. `aria-describedby` is the id of its hint and fault. */
  children: (control: { id: string; 'aria-describedby'?: string }) => JSX.Element;
};

/** An input element with its label, hint and fault. */
export function Field({ label, hint, fault, children }: FieldProps) {
  const id = useId();
  const isDescribed = Boolean(hint || fault);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, ...(isDescribed && { 'aria-describedby': `${id}-more` }) })}
      {isDescribed && (
        <div class="hint" id={`${id}-more`}>
          {fault ? <strong>{fault} </strong> : null}
          {hint}
        </div>
      )}
    </div>
  );
}

type TextProps = Omit<FieldProps, 'children'> & {
  value: string;
  onValue(value: string): void;
  type?: 'text' | 'password' | 'email' | 'url' | 'search' | 'number' | 'date' | 'datetime-local';
  isRequired?: boolean;
  placeholder?: string;
  /** Values that are offered while the user types; any other value is accepted too. */
  suggestions?: readonly string[];
};

export function TextField({
  value,
  onValue,
  type = 'text',
  isRequired,
  placeholder,
  suggestions,
  ...field
}: TextProps) {
  const listId = useId();
  return (
    <Field {...field}>
      {(control) => (
        <>
          <input
            {...control}
            {...(suggestions && { list: listId })}
            // In Preact's types an input's `type` must be a literal.
            {...({ type } as { type: 'text' })}
            value={value}
            required={isRequired ?? false}
            {...(placeholder && { placeholder })}
            autocomplete="off"
            onInput={({ currentTarget }) => onValue(currentTarget.value)}
          />
          {suggestions && (
            <datalist id={listId}>
              {suggestions.map((one) => (
                <option key={one} value={one} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  );
}

type SelectProps = Omit<FieldProps, 'children'> & {
  value: string;
  onValue(value: string): void;
  options: readonly (readonly [value: string, text: string])[];
};

export function SelectField({ value, onValue, options, ...field }: SelectProps) {
  return (
    <Field {...field}>
      {(control) => (
        <select {...control} value={value} onChange={({ currentTarget }) => onValue(currentTarget.value)}>
          {options.map(([one, text]) => (
            <option key={one} value={one}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

type CheckProps = { label: ComponentChildren; isChecked: boolean; onCheck(isChecked: boolean): void };

export function Check({ label, isChecked, onCheck }: CheckProps) {
  return (
    <label class="check">
      <input type="checkbox" checked={isChecked} onChange={({ currentTarget }) => onCheck(currentTarget.checked)} />
      <span>{label}</span>
    </label>
  );
}
