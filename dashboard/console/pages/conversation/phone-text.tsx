import { splitNumbers } from './phone-numbers.ts';

/** Text whose telephone numbers can be tapped. */
export function PhoneText({ text }: { text: string }) {
  return (
    <>
      {splitNumbers(text).map((part, index) =>
        part.call ? (
          <a key={index} class="phone" href={part.call}>
            {part.text}
          </a>
        ) : (
          part.text
        ),
      )}
    </>
  );
}
