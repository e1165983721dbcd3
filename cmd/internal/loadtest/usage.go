package loadtest

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Usage has the resources that a server has used, as its metrics report them.
type Usage struct {
	// CPU is the CPU time since the start of the process, in seconds. Memory is the resident memory in bytes.
	// Goroutines and Files are the current numbers of goroutines and open files.
	CPU, Memory, Goroutines, Files float64
	// Frames is the number of frames sent on WebSockets, and FrameBytes is their size. ResponseBytes is the size
	// of the HTTP responses, without static files.
	Frames, FrameBytes, ResponseBytes float64
	// LogWrites is the number of writes to the log, and LogBytes is their size. DataBytes is the size of the files
	// in the data folder.
	LogWrites, LogBytes, DataBytes float64
	// Commands is the number of commands that the server has received, and Requests is the number of HTTP
	// requests. Refused is the number of commands and requests that it has refused.
	Commands, Requests, Refused float64
	// LinkBytes is the number of bytes sent to other nodes.
	LinkBytes float64
}

// Minus returns the difference between two measurements.
func (u Usage) Minus(earlier Usage) Usage {
	return Usage{
		CPU:           u.CPU - earlier.CPU,
		Memory:        u.Memory - earlier.Memory,
		Goroutines:    u.Goroutines - earlier.Goroutines,
		Files:         u.Files - earlier.Files,
		Frames:        u.Frames - earlier.Frames,
		FrameBytes:    u.FrameBytes - earlier.FrameBytes,
		ResponseBytes: u.ResponseBytes - earlier.ResponseBytes,
		LogWrites:     u.LogWrites - earlier.LogWrites,
		LogBytes:      u.LogBytes - earlier.LogBytes,
		DataBytes:     u.DataBytes - earlier.DataBytes,
		Commands:      u.Commands - earlier.Commands,
		Requests:      u.Requests - earlier.Requests,
		Refused:       u.Refused - earlier.Refused,
		LinkBytes:     u.LinkBytes - earlier.LinkBytes,
	}
}

// ReadUsage reads the metrics of a server. admin is its admin address, like http://127.0.0.1:9090.
func ReadUsage(ctx context.Context, admin string) (Usage, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, admin+"/metrics", nil)
	if err != nil {
		return Usage{}, err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return Usage{}, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return Usage{}, fmt.Errorf("the metrics answer with status %d", response.StatusCode)
	}
	var u Usage
	values := map[string]*float64{
		"process_cpu_seconds_total":          &u.CPU,
		"process_resident_memory_bytes":      &u.Memory,
		"go_goroutines":                      &u.Goroutines,
		"process_open_fds":                   &u.Files,
		"archmage_frames_sent_total":         &u.Frames,
		"archmage_frame_bytes_sent_total":    &u.FrameBytes,
		"archmage_response_bytes_sent_total": &u.ResponseBytes,
		"archmage_log_writes_total":          &u.LogWrites,
		"archmage_log_bytes_total":           &u.LogBytes,
		"archmage_data_bytes":                &u.DataBytes,
		"archmage_commands_total":            &u.Commands,
		"archmage_requests_total":            &u.Requests,
		"archmage_refused_total":             &u.Refused,
		"archmage_link_bytes_sent_total":     &u.LinkBytes,
	}
	lines := bufio.NewScanner(response.Body)
	for lines.Scan() {
		name, number, _ := strings.Cut(lines.Text(), " ")
		name, labels, _ := strings.Cut(name, "{")
		value := values[name]
		if value == nil || strings.Contains(labels, `route="static"`) {
			continue
		}
		n, err := strconv.ParseFloat(number, 64)
		if err != nil {
			return Usage{}, fmt.Errorf("the metric %s: %w", name, err)
		}
		*value += n
	}
	return u, lines.Err()
}
