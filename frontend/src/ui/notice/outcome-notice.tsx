import { Notice, NoticeRegion } from './notice';

export interface Outcome {
  readonly done: boolean;
  readonly text: string;
}

/** What came of sending a form, once it is known. */
export function OutcomeNotice({ outcome }: { outcome: Outcome | null }) {
  return (
    <>
      <NoticeRegion>{outcome?.done && <Notice tone="success">{outcome.text}</Notice>}</NoticeRegion>
      {outcome?.done === false && <Notice tone="danger">{outcome.text}</Notice>}
    </>
  );
}
