import { Slider as RadixSlider } from 'radix-ui';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { classNames } from '../dom/dom';
import styles from './slider.module.css';

interface SliderProps {
  label: string;
  min: number;
  max: number;
  /** The part of the scale that may be chosen, both inclusive; the rest is there to see. */
  limits?: readonly [number, number];
  /** Null: nobody has touched it; the thumb rests hollow at `restAt`. */
  value: number | null;
  restAt: number;
  /** What a screen reader says for the value. */
  valueText: string;
  /** Colours the filled part, e.g. by score band. */
  tone?: 1 | 2 | 3 | 4;
  disabled?: boolean;
  onChange: (value: number) => void;
}

/** A finger or a mouse button that is down. */
interface Press {
  readonly startX: number;
  readonly from: number;
  dragging: boolean;
  /** The value that a tap or a click here chooses. */
  tapped: number | null;
}

/**
 * Whole numbers from `min` to `max`, blank until first touched; digits typed on a keyboard set the value. A finger or a mouse moves the
 * value from where it stands, by the product's step; it takes a tap, a click or a sideways drag, so that scrolling past changes nothing.
 */
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
    // A menu of the browser takes the end of a press.
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
      className={classNames(styles.root, value === null && styles.blank, tone && styles[`tone${tone}`])}
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
      <RadixSlider.Track className={styles.track}>
        {lowest > min && <span className={classNames(styles.shut, styles.shutLow)} />}
        {highest < max - 1 && <span className={classNames(styles.shut, styles.shutHigh)} />}
        <RadixSlider.Range className={styles.range} />
      </RadixSlider.Track>
      <RadixSlider.Thumb
        className={styles.thumb}
        aria-label={label}
        aria-valuemin={lowest}
        aria-valuemax={highest}
        aria-valuetext={valueText}
      />
    </RadixSlider.Root>
  );
}

/** The first arrow press on a blank slider goes to the nearest whole number on that side. */
export function stepFromBlank(key: string, restAt: number, min: number, max: number): number | null {
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(max, Math.max(min, Math.floor(restAt) + 1));
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(min, Math.min(max, Math.ceil(restAt) - 1));
  return null;
}

interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  /** Milliseconds on any clock that does not go back. */
  readonly timeStamp: number;
}

/** Two digits within this time are one number. */
const joinMs = 1_500;

/** Numbers typed on a slider: a digit sets the value, a second one right after it completes a number of two, 1 then 4 is 14. */
export class TypedNumber {
  private typed = 0;
  private at = Number.NEGATIVE_INFINITY;

  /** The value to take, or null where the key is no digit or leaves the scale. */
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

/** The product's own measure: how far a drag moves the value, in points a pixel. */
const dragStepPerPx = 0.12;

/** Less than this is a tap or a click with an unsteady hand. */
const slopPx = 4;

export function isDrag(movedPx: number): boolean {
  return Math.abs(movedPx) >= slopPx;
}

/** The value to which a drag has taken `from`, in whole points. */
export function draggedTo(from: number, movedPx: number, min: number, max: number): number {
  const exact = from + movedPx * dragStepPerPx;
  return Math.min(max, Math.max(min, Math.round(exact)));
}
