import { ZoomIn } from 'lucide-react';
import { useEffect, useState } from 'react';
import Cropper from 'react-easy-crop';
import { uploadTexts } from '../../../lib/texts/upload';
import { Button } from '../../../ui/button/button';
import { Notice } from '../../../ui/notice/notice';
import { Sheet } from '../../../ui/sheet/sheet';
import { type CropArea, cropImage, decodeImage } from '../hooks/crop-image';
import styles from './crop-dialog.module.css';

interface CropDialogProps {
  file: File;
  position: number;
  count: number;
  onCropped: (file: File) => void;
  onCancel: () => void;
}

const zoomMin = 1;
const zoomMax = 3;
const zoomStep = 0.2;
const aspect = 4 / 5;

/** Crops one picture to 4:5. */
export default function CropDialog({ file, position, count, onCropped, onCancel }: CropDialogProps) {
  const [image, setImage] = useState<HTMLImageElement | 'unreadable' | null>(null);
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(zoomMin);
  const [area, setArea] = useState<CropArea | null>(null);
  const [saving, setSaving] = useState(false);

  useEffect(() => {
    const source = URL.createObjectURL(file);
    let current = true;
    decodeImage(source).then(
      (decoded) => current && setImage(decoded),
      () => current && setImage('unreadable'),
    );
    return () => {
      current = false;
      URL.revokeObjectURL(source);
    };
  }, [file]);

  const save = async () => {
    if (image === 'unreadable') return onCropped(file);
    if (!image || !area) return;
    setSaving(true);
    try {
      onCropped(await cropImage(image, area, file.name));
    } catch {
      setImage('unreadable');
    } finally {
      setSaving(false);
    }
  };

  const readable = image !== null && image !== 'unreadable';
  return (
    <Sheet
      open
      height="full"
      onClose={onCancel}
      title={uploadTexts.cropTitle}
      description={count > 1 ? uploadTexts.cropPosition(position, count) : undefined}
      footer={
        <>
          {readable && (
            <label className={styles.zoom}>
              <ZoomIn aria-hidden="true" />
              <span className="visually-hidden">{uploadTexts.zoom}</span>
              <input
                type="range"
                className={styles.range}
                min={zoomMin}
                max={zoomMax}
                step={zoomStep}
                value={zoom}
                onChange={(event) => setZoom(Number(event.target.value))}
              />
            </label>
          )}
          <Button
            variant="primary"
            block
            busy={saving}
            disabled={image === null || (readable && area === null)}
            onClick={save}
          >
            {saving ? uploadTexts.saving : uploadTexts.save}
          </Button>
        </>
      }
    >
      {image === 'unreadable' && <Notice>{uploadTexts.cannotShow(file.name)}</Notice>}
      {readable && (
        <div className={styles.room}>
          <div className={styles.stage}>
            <Cropper
              image={image.src}
              crop={crop}
              zoom={zoom}
              aspect={aspect}
              minZoom={zoomMin}
              maxZoom={zoomMax}
              zoomSpeed={zoomStep}
              objectFit="cover"
              showGrid
              onCropChange={setCrop}
              onZoomChange={setZoom}
              onCropComplete={(_, pixels) => setArea(pixels)}
            />
          </div>
        </div>
      )}
    </Sheet>
  );
}
