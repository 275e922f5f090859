// A locked PDF: it says so, a dialog asks, a wrong password asks again; its pages are seen with the
// password only, and after a restart it is asked for again.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import { choose, converted, expect, INVOICE, open, REPOSITORY, test } from "./program";

const LOCKED = join(REPOSITORY, "crates/proviso-cli/tests/it/locked.pdf");
const PASSWORD = "sesame-4711";
let address = "";

test.describe.configure({ mode: "serial" });

test("a locked document asks for its password, again where it is wrong", async ({
  page,
  program,
}) => {
  // After a first run the inbox is what one comes to.
  await converted(page, program, INVOICE);
  await open(page, program);
  await choose(page, LOCKED);
  await expect(page.getByText("암호로 잠긴 문서입니다.")).toBeVisible();
  await expect(page.getByTestId("convert")).toBeDisabled();
  await page.getByRole("button", { name: "암호 입력…" }).click();
  const dialog = page.getByRole("dialog", { name: "잠긴 문서입니다" });
  const field = dialog.getByLabel("암호");
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute("type", "password");
  const axe = await new AxeBuilder({ page }).include(".dialog").analyze();
  expect(axe.violations).toEqual([]);
  await field.fill("open-0815");
  await dialog.getByRole("button", { name: "열기" }).click();
  await expect(dialog.getByRole("alert")).toContainText("암호가 맞지 않습니다");
  await expect(field).toHaveValue("");
  await field.fill(PASSWORD);
  await field.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByText("암호로 잠긴 문서입니다.")).toBeHidden();
  await page.getByTestId("convert").click();
  await expect(page).toHaveURL(/#\/runs\/\d+/);
  address = new URL(page.url()).hash;
  await expect(page.locator(".sheet").getByRole("img")).toBeVisible({ timeout: 60_000 });
});

test("after a restart its pages ask for the password again", async ({ page, program }) => {
  const { port } = program;
  await program.kill();
  await program.start(port);
  await open(page, program, address);
  await expect(page.getByText("암호로 잠긴 문서입니다.").first()).toBeVisible();
  await page.getByRole("button", { name: "암호 입력…" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("암호").fill(PASSWORD);
  await dialog.getByLabel("암호").press("Enter");
  await expect(page.locator(".sheet").getByRole("img")).toBeVisible();
  // It is nowhere in what is kept.
  const kept = readFileSync(join(program.workspace, ".proviso/proviso.db"), "latin1");
  expect(kept.includes(PASSWORD)).toBe(false);
});

test("in English and in the dark it asks as well", async ({ page, program }) => {
  const { port } = program;
  await program.kill();
  await program.start(port);
  await open(page, program);
  await program.call(page, "settings.set", { language: "en", theme: "dark" });
  await open(page, program);
  await choose(page, LOCKED, "Choose files");
  await expect(page.getByText("This document is locked with a password.")).toBeVisible();
  await page.getByRole("button", { name: "Enter the password…" }).click();
  const dialog = page.getByRole("dialog", { name: "This document is locked" });
  await dialog.getByLabel("Password").fill("open-0815");
  await dialog.getByRole("button", { name: "Unlock" }).click();
  await expect(dialog.getByRole("alert")).toContainText("the one given does not open it");
  const axe = await new AxeBuilder({ page }).include(".dialog").analyze();
  expect(axe.violations).toEqual([]);
  await dialog.getByLabel("Password").fill(PASSWORD);
  await dialog.getByLabel("Password").press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByText("This document is locked with a password.")).toBeHidden();
});
