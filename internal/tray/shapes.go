package tray

import (
	"math"

	"golang.org/x/image/vector"
)

// canvas is the edge length of the square in which the shapes are defined.
// Their edges lie on even numbers, which are whole pixels at size 16.
const canvas = 32

// pen draws closed outlines in canvas units; y grows downwards. An outline
// that runs against the one around it cuts a hole.
type pen struct {
	r     *vector.Rasterizer
	scale float32
}

type point struct{ x, y float64 }

func (p *pen) polygon(points ...point) {
	for i, q := range points {
		x, y := float32(q.x)*p.scale, float32(q.y)*p.scale
		if i == 0 {
			p.r.MoveTo(x, y)
		} else {
			p.r.LineTo(x, y)
		}
	}
	p.r.ClosePath()
}

// arc lists points of a circle from angle a to b in radians, clockwise on
// screen when b > a.
func arc(cx, cy, radius, a, b float64) []point {
	const steps = 64
	points := make([]point, 0, steps+1)
	for i := range steps + 1 {
		t := a + (b-a)*float64(i)/steps
		points = append(points, point{cx + radius*math.Cos(t), cy + radius*math.Sin(t)})
	}
	return points
}

func (p *pen) disc(cx, cy, radius float64) { p.polygon(arc(cx, cy, radius, 0, 2*math.Pi)...) }
func (p *pen) hole(cx, cy, radius float64) { p.polygon(arc(cx, cy, radius, 2*math.Pi, 0)...) }

// smallRing is idle: small and hollow, the quietest of the five.
func smallRing(p *pen) {
	p.disc(16, 16, 10)
	p.hole(16, 16, 6)
}

// openArc is working: three quarters of a large ring with round ends.
func openArc(p *pen) {
	const outer, inner = 15.0, 9.0
	from, to := 0.0, 1.5*math.Pi
	p.polygon(append(arc(16, 16, outer, from, to), arc(16, 16, inner, to, from)...)...)
	// Half discs, so that the ends are not painted twice.
	middle, half := (outer+inner)/2, (outer-inner)/2
	p.polygon(arc(16+middle, 16, half, math.Pi, 2*math.Pi)...)
	p.polygon(arc(16, 16-middle, half, -math.Pi/2, math.Pi/2)...)
}

// discWithMark is "needs you": a large disc with an exclamation mark cut out.
func discWithMark(p *pen) {
	p.disc(16, 16, 16)
	p.polygon(point{13, 6}, point{14, 18}, point{18, 18}, point{19, 6})
	p.hole(16, 23.5, 2.6)
}

// hourglass is stuck: two triangles tip to tip between two bars.
func hourglass(p *pen) {
	p.polygon(point{4, 0}, point{28, 0}, point{28, 4}, point{4, 4})
	p.polygon(point{4, 28}, point{28, 28}, point{28, 32}, point{4, 32})
	p.polygon(point{6, 6}, point{26, 6}, point{18, 16}, point{26, 26}, point{6, 26}, point{14, 16})
}

// cross is error: two thick diagonal bars.
func cross(p *pen) {
	const w = 6 // the bars' width along the edges of the canvas
	p.polygon(
		point{2 + w, 2}, point{16, 16 - w}, point{30 - w, 2}, point{30, 2 + w},
		point{16 + w, 16}, point{30, 30 - w}, point{30 - w, 30}, point{16, 16 + w},
		point{2 + w, 30}, point{2, 30 - w}, point{16 - w, 16}, point{2, 2 + w},
	)
}
