CREATE TABLE "scrcpy_server" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"file_name" text NOT NULL,
	"version" text NOT NULL,
	"size" integer NOT NULL,
	"sha256" text NOT NULL,
	"is_published" boolean NOT NULL,
	"content" text NOT NULL,
	"user_name" text NOT NULL,
	"added_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "scrcpy_server_one" CHECK ("scrcpy_server"."id" = 1)
);
