import { Checkbox } from '../../src/ui/form/checkbox.tsx';
import { DateField } from '../../src/ui/form/date-field.tsx';
import { ErrorSummary } from '../../src/ui/form/error-summary.tsx';
import { Field } from '../../src/ui/form/field.tsx';
import { FileField } from '../../src/ui/form/file-field.tsx';
import { PasswordField } from '../../src/ui/form/password-field.tsx';
import { RadioField } from '../../src/ui/form/radio-field.tsx';
import { SelectField } from '../../src/ui/form/select-field.tsx';
import { SubmitButton } from '../../src/ui/form/submit-button.tsx';
import { Section, Specimens } from './section.tsx';

const levels = ['Certificate', 'Diploma', 'Degree'].map((label) => ({ value: label, label }));
const methods = [
  { value: 'bank', label: 'At a bank, with the receipt uploaded here' },
  { value: 'online', label: 'Online' },
];
const wrong = {
  wrongName: 'First name must be letters only',
  wrongLevel: 'Choose a level',
  wrongBirth: 'You must be 18 or older',
};

/** Every kind of field: empty, filled, with a hint, wrong. */
export function Fields() {
  return (
    <Section
      id="fields"
      title="Fields"
      note="Label, hint, message, control, in this order. Only what may be left out is marked."
    >
      <div className="page">
        <ErrorSummary errors={wrong} attempt={0} />
      </div>
      <Specimens>
        <form>
          <Field name="empty" label="First name" />
          <Field name="example" label="Phone number" placeholder="+251 91 123 4567" />
          <Field name="filled" label="Middle name" defaultValue="Tesfaye" required={false} />
          <Field
            name="hinted"
            label="Transaction number"
            hint="It stands on the receipt of the bank, above the amount."
          />
          <PasswordField name="secret" label="Password" defaultValue="Correct-Horse-7" />
          <Checkbox name="old" label="I am 18 years or older" defaultChecked />
          <Checkbox
            name="terms"
            label="I agree to the terms"
            hint="You can read them later, too."
          />
          <SubmitButton busy={false} label="Register" busyLabel="Registering…" />
        </form>
        <form>
          <SelectField name="level" label="Level" options={levels} defaultValue="Degree" />
          <DateField name="birth" label="Date of birth" hint="For example 27 3 2001" />
          <FileField name="photo" label="Photo of yourself" draft="design" kind="profilePicture" />
          <RadioField
            name="method"
            label="How do you pay?"
            options={methods}
            chosen="bank"
            onChoose={() => {}}
          />
          <div className="upload">
            <label htmlFor="sent">Uploading grade-12.pdf</label>
            <progress id="sent" max="100" value="40" />
            <span>40%</span>
            <button type="button" className="link">
              Cancel the upload
            </button>
          </div>
          <SubmitButton
            busy={false}
            label="Continue"
            busyLabel="Continue"
            missing="Accept the terms first."
          />
        </form>
        <form>
          <Field
            name="wrongName"
            label="First name"
            defaultValue="Hana 2"
            error={wrong.wrongName}
          />
          <SelectField name="wrongLevel" label="Level" options={levels} error={wrong.wrongLevel} />
          <DateField name="wrongBirth" label="Date of birth" error={wrong.wrongBirth} />
          <RadioField
            name="wrongMethod"
            label="How do you pay?"
            options={methods}
            error="Choose one"
          />
          <FileField
            name="wrongPhoto"
            label="Photo of yourself"
            draft="design"
            kind="profilePicture"
            error="The photo must be smaller than 1 MB"
          />
          <Checkbox name="wrongTerms" label="I agree to the terms" error="You have to agree" />
        </form>
      </Specimens>
    </Section>
  );
}
