import { dashboardTexts } from '../../../lib/texts/dashboard';

/** Explains the first steps to an owner without photos. */
export function FirstSteps() {
  return (
    <section className="pb-5" aria-label={dashboardTexts.firstSteps}>
      <h2 className="mb-3 text-20">{dashboardTexts.firstSteps}</h2>
      <ol className="grid gap-4 [counter-reset:step]">
        {dashboardTexts.steps.map(({ title, text }) => (
          <li
            key={title}
            className="grid grid-cols-[auto_minmax(0,1fr)] gap-3 before:grid before:size-8 before:place-items-center before:rounded-full before:bg-accent-soft before:font-bold before:text-accent-ink before:content-[counter(step)] before:[counter-increment:step]"
          >
            <div>
              <h3 className="text-16 leading-8">{title}</h3>
              <p className="text-ink-soft">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
