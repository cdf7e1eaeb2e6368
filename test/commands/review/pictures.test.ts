import shown from "../../../docs/images/shown.json";
import { picturedHashes } from "./pictured";

it("the pictures of reviews show what the command writes; if not, run npx tsx scripts/screenshots.mjs", () => {
  expect(picturedHashes()).toEqual(shown.reviews);
});
