import { Slider as RadixSlider } from 'radix-ui';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { classNames } from '../dom/dom';

const rootClass =
  'relative flex h-target w-full cursor-pointer touch-pan-y items-center px-0.5 select-none [--fill:var(--band,var(--color-ink-soft))] [--knob:light-dark(var(--color-surface),var(--color-ink))] data-disabled:cursor-not-allowed data-disabled:opacity-45';
const trackClass =
  'relative h-2.5 flex-1 overflow-hidden rounded-pill border border-line-strong bg-tone-strong forced-colors:border-2 forced-colors:border-[CanvasText]';
/** Marks the half of the scale that a phrase does not use. */
const shutClass =
  'absolute inset-y-0 w-1/2 [background:repeating-linear-gradient(-45deg,transparent_0_3px,var(--color-surface)_3px_6px)]';
const thumbClass =
  'block size-7.5 rounded-full transition-[background-color] duration-(--motion-base) forced-colors:border-2 forced-colors:border-[CanvasText]';
const knobClasses = {
  filled: 'border-4 border-(--knob) bg-(--fill) [box-shadow:0_1px_6px_rgb(31_22_16/0.34)]',
  /** Dashed like the chip of an unrated photo, so that the resting place does not look like a chosen value. */
  blank: 'border-2 border-dashed border-line-strong bg-surface',
};

interface SliderProps {
  label: string;
  min: number;
  max: number;
  /** Selectable part of the scale, both ends inclusive; the rest is visible but not selectable. */
  limits?: readonly [number, number];
  /** Null before the first touch; a dashed, empty thumb is then shown at `restAt`. */
  value: number | null;
  restAt: number;
  valueText: string;
  /** Colour of the filled part, such as the score band. */
  tone?: 1 | 2 | 3 | 4;
  disabled?: boolean;
  onChange: (value: number) => void;
}

interface Press {
  readonly startX: number;
  readonly from: number;
  dragging: boolean;
  /** The value that a tap or a click at this position would choose. */
  tapped: number | null;
}

/** A finger or a mouse moves the value relative to its current position. Scrolling over the slider changes nothing. */
export function Slider({ label, min, max, limits, value, restAt, valueText, tone, disabled, onChange }: SliderProps) {
  const [lowest, highest] = limits ?? [min, max];
  const typed = useRef(new TypedNumber());
  const press = useRef<Press | null>(null);
  const choose = (next: number) => {
    const allowed = Math.min(highest, Math.max(lowest, Math.round(next)));
    if (allowed !== value) onChange(allowed);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const step = value === null ? stepFromBlank(event.key, restAt, lowest, highest) : null;
    const next = step ?? typed.current.press(event.nativeEvent, lowest, highest);
    if (next === null) return;
    event.preventDefault();
    choose(next);
  };
  const onPointerDown = ({ clientX }: PointerEvent) => {
    press.current = disabled ? null : { startX: clientX, from: value ?? restAt, dragging: false, tapped: null };
  };
  const onPointerMove = ({ clientX, buttons }: PointerEvent) => {
    // A press ends when no button is down: a browser menu can hide the release event.
    if (buttons === 0) press.current = null;
    const pressed = press.current;
    if (!pressed) return;
    const movedPx = clientX - pressed.startX;
    pressed.dragging ||= isDrag(movedPx);
    if (pressed.dragging) choose(draggedTo(pressed.from, movedPx, lowest, highest));
  };
  const onPointerUp = () => {
    const pressed = press.current;
    press.current = null;
    if (pressed && !pressed.dragging && pressed.tapped !== null) choose(pressed.tapped);
  };
  const onProposed = ([next]: number[]) => {
    if (next === undefined) return;
    if (press.current) press.current.tapped ??= next;
    else choose(next);
  };

  return (
    <RadixSlider.Root
      className={rootClass}
      data-band={tone}
      min={min}
      max={max}
      step={1}
      value={[value ?? restAt]}
      disabled={disabled}
      onValueChange={onProposed}
      onPointerDownCapture={onPointerDown}
      onPointerMoveCapture={onPointerMove}
      onPointerUpCapture={onPointerUp}
      onPointerCancelCapture={() => {
        press.current = null;
      }}
      onKeyDownCapture={onKeyDown}
    >
      <RadixSlider.Track className={trackClass}>
        {lowest > min && <span className={`left-0 ${shutClass}`} />}
        {highest < max - 1 && <span className={`right-0 ${shutClass}`} />}
        <RadixSlider.Range
          className={classNames(
            'absolute h-full bg-(--fill) transition-[background-color] duration-(--motion-base)',
            value === null && 'opacity-0',
          )}
        />
      </RadixSlider.Track>
      <RadixSlider.Thumb
        className={classNames(thumbClass, knobClasses[value === null ? 'blank' : 'filled'])}
        aria-label={label}
        aria-valuemin={lowest}
        aria-valuemax={highest}
        aria-valuetext={valueText}
      />
    </RadixSlider.Root>
  );
}

/** Returns the next whole number from `restAt` in the key's direction, for the first arrow press on a blank slider. */
export function stepFromBlank(key: string, restAt: number, min: number, max: number): number | null {
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(max, Math.max(min, Math.floor(restAt) + 1));
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(min, Math.min(max, Math.ceil(restAt) - 1));
  return null;
}

type KeyPress = Pick<globalThis.KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'timeStamp'>;

/** Maximum time between two digits that form one number. */
const joinMs = 1_500;

/** A number typed on a slider: a digit sets the value, and a quick second digit completes it (1, then 4, gives 14). */
export class TypedNumber {
  private typed = 0;
  private at = Number.NEGATIVE_INFINITY;

  /** Returns the new value; null if the key is no digit or the number is outside the scale. */
  press({ key, ctrlKey, metaKey, altKey, timeStamp }: KeyPress, min: number, max: number): number | null {
    if (!/^\d$/.test(key) || ctrlKey || metaKey || altKey) return null;
    const isSecond = timeStamp - this.at <= joinMs;
    const joined = (isSecond ? this.typed * 10 : 0) + Number(key);
    const value = joined <= max ? joined : Number(key);
    this.typed = value;
    this.at = timeStamp;
    return value >= min && value <= max ? value : null;
  }
}

/** Points per pixel of a drag, as the product defines it. */
const dragStepPerPx = 0.12;

/** A shorter movement is a tap or a click with an unsteady hand. */
const slopPx = 4;

export const isDrag = (movedPx: number): boolean => Math.abs(movedPx) >= slopPx;

export function draggedTo(from: number, movedPx: number, min: number, max: number): number {
  const exact = from + movedPx * dragStepPerPx;
  return Math.min(max, Math.max(min, Math.round(exact)));
}
