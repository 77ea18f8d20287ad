import { AxisBottom } from '@visx/axis';
import styles from './chart.module.css';
import { type ScoreScale, ticksOf } from './score-scale';

interface ScoreAxisProps {
  scale: ScoreScale;
  widthPx: number;
  topPx: number;
}

/** The 1–20 line under a drawing. */
export function ScoreAxis({ scale, widthPx, topPx }: ScoreAxisProps) {
  return (
    <AxisBottom
      top={topPx}
      scale={scale}
      tickValues={ticksOf(widthPx)}
      tickFormat={(score) => String(score)}
      hideTicks
      tickLength={4}
      axisLineClassName={styles.axis}
      tickClassName={styles.tick}
      tickLabelProps={{ textAnchor: 'middle', dy: '0.5em' }}
    />
  );
}
