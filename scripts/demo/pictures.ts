import { loadSharp } from '#platform/images/reencode.ts';

const SCENES = [
  // A hill, a house, the moon.
  '<rect width="800" height="1200" fill="#20304f"/><circle cx="590" cy="250" r="90" fill="#f0e2b6"/><path d="M0 900Q260 640 480 800T800 760V1200H0z" fill="#3d5a55"/><path d="M0 1010Q320 860 800 990V1200H0z" fill="#27403c"/><path d="M300 700l70-60 70 60v90H300z" fill="#c9b79a"/><path d="M352 730h36v60h-36z" fill="#5a3d2b"/>',
  // A boat on a river.
  '<rect width="800" height="1200" fill="#e9d8b4"/><path d="M0 520h800v680H0z" fill="#6f95a3"/><path d="M0 700q200-40 400 0t400 0v500H0z" fill="#5a8090"/><path d="M0 900q200-40 400 0t400 0v300H0z" fill="#466b7a"/><path d="M250 690h320l-60 90H320z" fill="#7a3b2e"/><path d="M405 380v300l-140-30z" fill="#f4efe2"/><path d="M418 350v330l150-40z" fill="#ffffff"/>',
  // An umbrella in the rain.
  '<rect width="800" height="1200" fill="#c7ccd1"/><g stroke="#97a1ab" stroke-width="6">' +
    Array.from({ length: 40 }, (_, i) => `<path d="M${(i * 137) % 800} ${(i * 211) % 1200}l-18 60"/>`).join('') +
    '</g><path d="M140 640a260 260 0 0 1 520 0q-65-50-130 0-65-50-130 0-65-50-130 0-65-50-130 0z" fill="#a3342c"/><path d="M400 380v520a50 50 0 0 0 100 0" fill="none" stroke="#3a2a20" stroke-width="20"/>',
];

/** Returns a plain image for a cover, as a user might upload it. */
export async function coverPicture(index: number): Promise<Buffer> {
  const sharp = await loadSharp();
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 1200" width="800" height="1200">${SCENES[index % SCENES.length]}</svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 84 }).toBuffer();
}
